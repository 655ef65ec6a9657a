// The log rows of a call: when, what, and the position in the audit chain.

import { useTranslation } from 'react-i18next'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import type { CallRecord } from './call-record.ts'
import { describeEvent } from './describe-event.ts'
import { Part } from './part.tsx'

type Event = CallRecord['events'][number]

export function Timeline({ record: { events, events_complete } }: { readonly record: CallRecord }) {
  const { t } = useTranslation()
  return (
    <Part label={t('history.timeline')}>
      {!events_complete && <p className="text-xs text-muted">{t('history.timelineCut')}</p>}
      <ol className="flex flex-col border-l-2 border-line pl-4">
        {events.map((event) => (
          <Step key={event.seq} event={event} />
        ))}
      </ol>
    </Part>
  )
}

function Step({ event }: { readonly event: Event }) {
  const { t } = useTranslation()
  const { seq, type, time, payload, hash } = event
  return (
    <li className="relative py-1 before:absolute before:top-3 before:-left-[21px] before:size-2 before:rounded-full before:bg-strong-line">
      <details>
        <summary className="flex flex-wrap items-baseline gap-x-3 text-sm">
          <span className="min-w-0 flex-1 break-words">{describeEvent(event, t)}</span>
          <span className="text-xs text-muted">
            <Moment at={time} />
          </span>
        </summary>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-xs text-muted">
          <dt>{t('history.entry')}</dt>
          <dd>
            {seq} · <code className="font-mono">{type}</code>
          </dd>
          <dt>{t('history.hash')}</dt>
          <dd className="min-w-0 font-mono break-all">{hash}</dd>
        </dl>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="mt-1 max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
        >
          <VisibleText text={JSON.stringify(payload, null, 2)} multiline />
        </pre>
      </details>
    </li>
  )
}
