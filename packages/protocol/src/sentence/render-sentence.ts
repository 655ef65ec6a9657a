// The one function that turns a sentence into text, for the page, the command line, the log and the model.
import { ENGLISH_FORMS } from './en/index.ts'
import type { FormName, Sentence, SlotValue } from './sentence.ts'
import { SLOT, type Template } from './template.ts'

/** The forms of one language. Those of Russian and Chinese are modules of their own, loaded only where they are needed. */
export interface Catalogue {
  /** As Intl names it. */
  readonly language: string
  readonly forms: { readonly [form in FormName]?: Template }
}

export const ENGLISH: Catalogue = { language: 'en', forms: ENGLISH_FORMS }

/** Sentences nest only a few levels; what nests deeper was not made by this program. */
const MAX_DEPTH = 8

/** Undefined where the form, or one in its slots, is not known or lacks a slot. */
export const renderSentence = (sentence: Sentence, catalogue: Catalogue = ENGLISH): string | undefined =>
  render(sentence, catalogue, MAX_DEPTH)

/** What stands beside a text, rendered; the text itself where there is no form or an unknown one. */
export const renderBeside = (text: string, form: Sentence | null | undefined, catalogue: Catalogue = ENGLISH): string =>
  (form ? renderSentence(form, catalogue) : undefined) ?? text

/** The text of a sentence that this program made itself. */
export function inEnglish(sentence: Sentence): string {
  const text = renderSentence(sentence)
  if (text === undefined) throw new Error(`The form ${sentence.form} is not known, or a slot of it is empty`)
  return text
}

function render({ form, slots = {} }: Sentence, catalogue: Catalogue, depth: number): string | undefined {
  const template = Object.hasOwn(catalogue.forms, form) ? catalogue.forms[form as FormName] : undefined
  if (template === undefined || depth === 0) return undefined
  const text = typeof template === 'string' ? template : (template[pluralOf(slots.count, catalogue)] ?? template.other)
  return fillSlots(text, (name) => (Object.hasOwn(slots, name) ? renderSlot(slots[name] as SlotValue, catalogue, depth - 1) : undefined))
}

const pluralOf = (count: SlotValue | undefined, { language }: Catalogue): Intl.LDMLPluralRule =>
  typeof count === 'number' ? new Intl.PluralRules(language).select(count) : 'other'

function renderSlot(value: SlotValue, catalogue: Catalogue, depth: number): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if ('form' in value) return render(value, catalogue, depth)
  const parts = value.map((part) => render(part, catalogue, depth))
  return parts.includes(undefined) ? undefined : parts.join(', ')
}

/** Every slot is filled once: braces inside a value stay as they are. Undefined where a slot has no value. */
function fillSlots(text: string, valueFor: (name: string) => string | undefined): string | undefined {
  let isWhole = true
  const filled = text.replace(SLOT, (_, name: string) => {
    const value = valueFor(name)
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? filled : undefined
}
