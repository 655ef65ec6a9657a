// Named points where a test can interrupt the engine: inside a transaction before its commit, and between commit and send.

const COMMITS = [
  'request',
  'preview',
  'decide',
  'answer',
  'settle',
  'cancel',
  'hello',
  'lease',
  'sweep',
  'session',
  'grant',
  'notice',
  'turn',
  'step',
  'device',
] as const

export type CommitName = (typeof COMMITS)[number]
export type FaultPoint = `${CommitName}:before-commit` | `${CommitName}:after-commit`

export const FAULT_POINTS: readonly FaultPoint[] = COMMITS.flatMap((name) => [`${name}:before-commit`, `${name}:after-commit`] as const)
