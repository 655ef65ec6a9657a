// The record of one call. It is read again whenever something happens to the call.

import { RefusedRequest } from '@countersign/client'
import { FileQuestionMark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { EmptyState } from '../../shared/controls/empty-state.tsx'
import { Problem } from '../../shared/controls/problem.tsx'
import { useFetched } from '../../shared/hooks/use-fetched.ts'
import { RecordView } from './record-view.tsx'

export function RecordPane({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const news = useMirror(({ calls }) => calls.get(id)?.status ?? '')
  const { data, error, reload } = useFetched({
    read: (signal) => client.getRecord({ params: { p, id }, signal }),
    key: id,
    news,
  })
  if (isMissing(error)) return <EmptyState Icon={FileQuestionMark} title={t('history.missing')} hint={t('history.missingHint')} />
  return (
    <section aria-label={t('history.record')} className="min-h-0 flex-1 overflow-auto p-4">
      {error && <Problem error={error} onRetry={reload} />}
      {!data && !error && <p className="text-muted">{t('app.loading')}</p>}
      {data && <RecordView record={data} onChanged={reload} />}
    </section>
  )
}

/** The address is incomplete, or the call belongs to another project. */
const isMissing = (error: Error | undefined): boolean =>
  error instanceof RefusedRequest && (error.code === 'NOT_FOUND' || error.code === 'INVALID_ARGUMENTS')
