// The output of a program with the notes that the runner put between its lines, in the person's language.
import { renderNotes } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { catalogueFor } from './catalogue.ts'

export function useRenderNotes(): (output: string) => string {
  const { i18n } = useTranslation()
  return (output) => renderNotes(output, catalogueFor(i18n.language))
}
