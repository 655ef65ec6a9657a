// Why an approval is gone: answered here, elsewhere, expired, or withdrawn. The newest few, until dismissed.
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallTitle } from '../../calls/use-call-title.ts'
import { useMirror } from '../../connection/project-context.ts'
import type { Settled } from '../../mirror/state/waiting.ts'
import { Button } from '../../shared/controls/button.tsx'
import { VisibleText } from '../../shared/text/visible-text.tsx'
import { useApprovalQueue } from '../state/approval-queue.ts'

const SHOWN = 3

export function SettledNotices() {
  const { t } = useTranslation()
  const settled = useMirror((state) => state.settled)
  // Approvals settled before the view was opened are in the history.
  const [putAway, setPutAway] = useState<ReadonlySet<string>>(() => new Set(settled.map(({ id }) => id)))
  const shown = settled.filter(({ id }) => !putAway.has(id)).slice(-SHOWN)
  return (
    <div role="status" aria-label={t('approvals.settled.label')}>
      {shown.length > 0 && (
        <div className="mb-3 flex items-center gap-2 rounded-lg border border-line bg-sunken px-3 py-2 text-sm">
          <ul className="min-w-0 flex-1">
            {shown.map((one) => (
              <Notice key={one.id} settled={one} />
            ))}
          </ul>
          <Button kind="quiet" label={t('app.close')} onClick={() => setPutAway(new Set(settled.map(({ id }) => id)))}>
            <X size={16} aria-hidden />
          </Button>
        </div>
      )}
    </div>
  )
}

function Notice({ settled }: { readonly settled: Settled }) {
  const words = useSettledWords(settled)
  const title = useCallTitle()(settled)
  return (
    <li className="py-0.5 [overflow-wrap:anywhere]">
      <span className="font-medium">{words}</span>: <VisibleText text={title} />
    </li>
  )
}

function useSettledWords({ id, status, by, atClient }: Settled): string {
  const { t } = useTranslation()
  const isMine = useApprovalQueue(({ mine }) => mine.has(id))
  if (atClient !== null) return t('approvals.settled.atClient', { client: atClient })
  if (status === 'approved' || status === 'rejected' || status === 'answered')
    return isMine ? t(`approvals.settled.you.${status}`) : t(`approvals.settled.other.${status}`, { by: by ?? '?' })
  return t(`approvals.settled.${status}`)
}
