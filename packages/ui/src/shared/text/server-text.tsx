// A sentence of the server on the screen: in the person's language where its form is known, else in English and marked as English,
// so that a screen reader reads it as such. Invisible or reordering characters in it are made visible.
import { renderSentence } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { catalogueFor } from '../../sentences/catalogue.ts'
import type { Form } from '../../sentences/use-render-sentence.ts'
import { VisibleText } from './visible-text.tsx'

export interface ServerTextProps {
  readonly text: string
  readonly form: Form
}

export function ServerText({ text, form }: ServerTextProps) {
  const { i18n } = useTranslation()
  const rendered = form ? renderSentence(form, catalogueFor(i18n.language)) : undefined
  if (rendered !== undefined || i18n.language === 'en') return <VisibleText text={rendered ?? text} />
  return (
    <span lang="en">
      <VisibleText text={text} />
    </span>
  )
}
