// A sentence as data: the name of its form, and what fills the slots. It travels beside its English text, and is rendered in every language
// by renderSentence: for the page, the command line, the log and the model. The meaning of a form never changes; a new meaning is a new form.
import * as z from 'zod'
import { makeVisible } from '../visible/make-visible.ts'
import { ENGLISH_FORMS } from './en/index.ts'
import { SLOT, type SlotNames, type Template } from './template.ts'

export type FormName = keyof typeof ENGLISH_FORMS

/** Of a newer program the form may be unknown here: then the text beside it is shown. */
export interface Sentence {
  readonly form: string
  readonly slots?: Readonly<Record<string, SlotValue>> | undefined
}

export type SlotValue = string | number | Sentence | readonly Sentence[]

/** `slots` is left out where the form has none; a list is joined with commas. */
export const sentenceSchema: z.ZodType<Sentence, Sentence> = z
  .object({
    form: z.string(),
    get slots() {
      return z.record(z.string(), z.union([z.string(), z.number(), sentenceSchema, z.array(sentenceSchema)])).optional()
    },
  })
  .meta({ id: 'Sentence' })

type Slots<Form extends FormName> = {
  readonly [name in SlotNames<(typeof ENGLISH_FORMS)[Form]>]: name extends 'count' ? number : SlotValue
}

type SlotArguments<Form extends FormName> = [SlotNames<(typeof ENGLISH_FORMS)[Form]>] extends [never] ? [] : [slots: Slots<Form>]

/** A form without slots: tables name it instead of its words. */
export type PlainFormName = { [form in FormName]: [SlotNames<(typeof ENGLISH_FORMS)[form]>] extends [never] ? form : never }[FormName]

export const sentence = <Form extends FormName>(form: Form, ...[slots]: SlotArguments<Form>): Sentence =>
  slots === undefined ? { form } : { form, slots }

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
  return fillSlots(text, (name, joint) =>
    Object.hasOwn(slots, name) ? renderSlot(slots[name] as SlotValue, joint, (part) => render(part, catalogue, depth - 1)) : undefined,
  )
}

const pluralOf = (count: SlotValue | undefined, { language }: Catalogue): Intl.LDMLPluralRule =>
  typeof count === 'number' ? rulesOf(language).select(count) : 'other'

/** Made once for each language: that takes a hundred times as long as using them. */
const pluralRules = new Map<string, Intl.PluralRules>()

function rulesOf(language: string): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules
}

function renderSlot(value: SlotValue, joint: string, renderPart: (part: Sentence) => string | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if ('form' in value) return renderPart(value)
  const parts = value.map(renderPart)
  return parts.includes(undefined) ? undefined : parts.join(`${joint} `)
}

/** Every slot is filled once: braces inside a value stay as they are. Undefined where a slot has no value. */
function fillSlots(text: string, valueFor: (name: string, joint: string) => string | undefined): string | undefined {
  if (!text.includes('{')) return text
  let isWhole = true
  const filled = text.replace(SLOT, (_, name: string, semicolon: string) => {
    const value = valueFor(name, semicolon || ',')
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? filled : undefined
}

/**
 * A sentence for a person's eyes: what a stranger put into its slots can hide, reorder or repaint nothing in any language. In English it is
 * exactly the visible form of its text. Where the parts would look otherwise, the text takes the place of the form.
 */
export function visibleSentence(said: Sentence): Sentence {
  const text = makeVisible(inEnglish(said))
  const visible = showSentence(said)
  return renderSentence(visible) === text ? visible : sentence('text', { text })
}

function showSentence({ form, slots }: Sentence): Sentence {
  if (!slots) return { form }
  return { form, slots: Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, showSlot(value)])) }
}

function showSlot(value: SlotValue): SlotValue {
  if (typeof value === 'string') return makeVisible(value)
  if (typeof value === 'number') return value
  return 'form' in value ? showSentence(value) : value.map(showSentence)
}
