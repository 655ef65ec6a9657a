// What a process prints, live. It stays at the end as long as the person does.
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../shared/problem.tsx'
import { safeOutput } from '../shared/safe-text.ts'
import { useOutputTail } from './use-output-tail.ts'

const NEAR_END_PIXELS = 24

export interface OutputTailProps {
  readonly toolId: string
  /** Whose output it is, for a screen reader. */
  readonly name: string
}

export function OutputTail({ toolId, name }: OutputTailProps) {
  const { t } = useTranslation()
  const { data, error, reload } = useOutputTail(toolId)
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const text = safeOutput(data?.text ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  const onScroll = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PIXELS
  }
  return (
    <>
      {error && <Problem error={error} onRetry={reload} />}
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('processes.outputOf', { name })}
        onScroll={({ currentTarget }) => onScroll(currentTarget)}
        className="max-h-64 min-h-8 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
      >
        {data?.isCut && (
          <span className="text-muted">
            {t('chat.outputCut')}
            {'\n'}
          </span>
        )}
        {text || <span className="text-muted">{data ? t('processes.silent') : t('app.loading')}</span>}
      </section>
    </>
  )
}
