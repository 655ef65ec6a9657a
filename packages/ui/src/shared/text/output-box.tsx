// The output of a program. It scrolls with the end while the person is at the end.
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRenderNotes } from '../../sentences/use-render-notes.ts'
import { outputPieces } from './output-pieces.ts'
import { safeOutput } from './safe-text.ts'

const NEAR_END_PIXELS = 24

export interface OutputBoxProps {
  readonly label: string
  readonly text: string
  /** The beginning is missing. */
  readonly isCut: boolean
  /** Bytes of it that never reached the server. */
  readonly missingBytes: number
  /** Its greatest height, as a class. */
  readonly height: string
  /** Shown where there is no text. */
  readonly children?: ReactNode
}

export function OutputBox({ label, text, isCut, missingBytes, height, children }: OutputBoxProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const pieces = useMemo(() => outputPieces(text), [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [pieces])
  const onScroll = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PIXELS
  }
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget }) => onScroll(currentTarget)}
      className={`${height} min-h-8 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap`}
    >
      {isCut && <span className="text-muted">{`${t('shared.outputCut')}\n`}</span>}
      {missingBytes > 0 && <span className="text-muted">{`${t('shared.outputMissing', { bytes: missingBytes })}\n`}</span>}
      {text === '' && <span className="text-muted">{children}</span>}
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and their order is the output's
        <Piece key={index} text={piece} />
      ))}
    </section>
  )
}

const Piece = memo(({ text }: { readonly text: string }) => {
  const renderNotes = useRenderNotes()
  return <div>{renderNotes(safeOutput(text))}</div>
})
