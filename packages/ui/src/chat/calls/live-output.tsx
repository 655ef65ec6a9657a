// What a call prints while it runs. It follows the end for as long as the person does.
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '../../mirror/call.ts'
import { safeOutput } from '../../shared/safe-text.ts'

const NEAR_END_PIXELS = 24

export function LiveOutput({ call }: { readonly call: Pick<Call, 'output' | 'output_is_cut'> }) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const text = useMemo(() => safeOutput(call.output), [call.output])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  const onScroll = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PIXELS
  }
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('chat.output')}
      onScroll={({ currentTarget }) => onScroll(currentTarget)}
      className="max-h-40 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
    >
      {call.output_is_cut && <span className="text-muted">{`${t('chat.outputCut')}\n`}</span>}
      {text}
    </section>
  )
}
