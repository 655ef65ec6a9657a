// A sentence as data: the name of its form, and what fills the slots. It travels beside its English text, and is rendered in
// every language by renderSentence. The meaning of a form never changes; a new meaning is a new form.
import * as z from 'zod'
import type { ENGLISH_FORMS } from './en/index.ts'
import type { SlotNames } from './template.ts'

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
