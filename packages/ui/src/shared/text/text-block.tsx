// Machine text: parameters, results, output. Bounded in height, reachable by keyboard where it scrolls; a very long text is cut
// until the person asks for all of it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../controls/button.tsx'
import { VisibleText } from './visible-text.tsx'

const SHOWN_CHARACTERS = 20_000

export interface TextBlockProps {
  readonly label: string
  readonly text: string
}

export function TextBlock({ label, text }: TextBlockProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const isCut = text.length > SHOWN_CHARACTERS && !isWhole
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
      >
        <VisibleText text={isCut ? text.slice(0, SHOWN_CHARACTERS) : text} multiline />
      </section>
      {isCut && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {t('shared.showAll', { count: text.length })}
        </Button>
      )}
    </>
  )
}
