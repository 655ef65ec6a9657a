// Untrusted text: characters that could hide, reorder or repaint it are shown as marked code points.
import { makeVisible } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'

/** `makeVisible` escapes imitations of its own escape, so what looks like one is one. */
const ESCAPE = /(⟨U\+[0-9A-F]{4,6}⟩)/

export interface VisibleTextProps {
  readonly text: string
  /** Newline and tab stay as they are. */
  readonly multiline?: boolean
}

export function VisibleText({ text, multiline = false }: VisibleTextProps) {
  const shown = makeVisible(text, { multiline })
  if (!shown.includes('⟨U+')) return shown
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name than their place
  return shown.split(ESCAPE).map((part, index) => (index % 2 === 0 ? part : <OddCharacter key={index} mark={part} />))
}

/** The carriage return of Windows line endings is common, so its mark is short. */
const SHORT: Readonly<Record<string, string>> = { '⟨U+000D⟩': '␍' }

function OddCharacter({ mark }: { readonly mark: string }) {
  const { t } = useTranslation()
  const short = SHORT[mark]
  const looks = short ? 'text-muted' : 'rounded-sm bg-high-soft px-0.5 text-high outline outline-1 outline-high'
  return (
    <span title={t('approvals.odd', { code: mark.slice(1, -1) })} className={`not-italic ${looks}`} dir="ltr">
      {short ?? mark}
    </span>
  )
}
