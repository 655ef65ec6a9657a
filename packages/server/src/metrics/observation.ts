// One observation that is counted.

export type Observation =
  | { readonly kind: 'answered'; readonly route: string; readonly status: number; readonly seconds: number }
  | { readonly kind: 'ended'; readonly tool: string; readonly risk: string; readonly status: string }
  | { readonly kind: 'decided'; readonly decision: string; readonly risk: string; readonly seconds: number }
