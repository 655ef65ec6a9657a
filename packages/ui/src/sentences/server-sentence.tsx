// A sentence of the server on the screen: in the person's language where its form is known, else in English and marked as English,
// so that a screen reader reads it as such. Whatever is odd in it is shown as in any text of a stranger.
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../shared/text/visible-text.tsx'
import { type SentenceArea, saySentence } from './say-sentence.ts'

export interface ServerSentenceProps {
  readonly area: SentenceArea
  readonly text: string
}

export function ServerSentence({ area, text }: ServerSentenceProps) {
  const { i18n } = useTranslation()
  const said = saySentence(area, text, i18n)
  if (said !== undefined) return <VisibleText text={said} />
  return (
    <span lang="en">
      <VisibleText text={text} />
    </span>
  )
}

/** The same as plain text, for names and titles. */
export function useSaySentence(): (area: SentenceArea, text: string) => string {
  const { i18n } = useTranslation()
  return (area, text) => saySentence(area, text, i18n) ?? text
}
