// A text of the server in the person's language: rendered from its form, or the English text itself where the form is absent (rows
// that were stored before forms existed) or unknown here (a newer server).
import { renderSentence, type Sentence } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { catalogueFor } from './catalogue.ts'

export type Form = Sentence | null | undefined

export function renderIn(language: string, text: string, form: Form): string {
  return (form && renderSentence(form, catalogueFor(language))) ?? text
}

export function useRenderSentence(): (text: string, form: Form) => string {
  const { i18n } = useTranslation()
  return (text, form) => renderIn(i18n.language, text, form)
}
