// The digests of a record: of the exact call, of what was shown, and of each file before the call.

import { useTranslation } from 'react-i18next'
import type { CallRecord } from './call-record.ts'
import { Part } from './part.tsx'

export function Digests({ record: { execution, approval, events } }: { readonly record: CallRecord }) {
  const { t } = useTranslation()
  const results = events.map(({ payload }) => payload.result_digest).filter((digest) => typeof digest === 'string')
  const rows: [string, string][] = [
    [t('history.digest.call'), execution.call_digest],
    ...(approval ? [[t('history.digest.shown'), approval.digest] as [string, string]] : []),
    ...Object.entries(approval?.base_digests ?? {}).map(([path, digest]): [string, string] => [
      t('history.digest.file', { path }),
      digest ?? t('history.digest.noFile'),
    ]),
    ...results.slice(-1).map((digest): [string, string] => [t('history.digest.result'), digest as string]),
  ]
  return (
    <Part label={t('history.digests')}>
      <p className="text-xs text-muted">{t('history.digestsHint')}</p>
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_1fr]">
        {rows.map(([name, digest]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-mono break-all">{digest}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
