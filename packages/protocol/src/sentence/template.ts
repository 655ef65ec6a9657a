// The text of a form in one language: plain text with slots in braces, or one text for each plural category of the language. A list in
// `{names}` is joined with commas, in `{names;}` with semicolons.

/** `{ one: '{count} file', other: '{count} files' }`: the slot `count` chooses. */
export type PluralTemplate = { readonly other: string } & { readonly [category in Intl.LDMLPluralRule]?: string }

export type Template = string | PluralTemplate

type SlotsInText<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? BareName<Name> | SlotsInText<Rest> : never

type BareName<Name extends string> = Name extends `${infer Bare};` ? Bare : Name

export type SlotNames<Form extends Template> = Form extends string
  ? SlotsInText<Form>
  : Form extends PluralTemplate
    ? SlotsInText<Form['other']>
    : never

export const SLOT = /\{([a-z_]+)(;?)\}/g

/** The names of the slots of a template, each once, in alphabetical order. */
export function slotsOf(template: Template): string[] {
  const texts = typeof template === 'string' ? [template] : Object.values(template)
  return [...new Set(texts.flatMap((text) => [...text.matchAll(SLOT)].map(([, name = '']) => name)))].toSorted()
}
