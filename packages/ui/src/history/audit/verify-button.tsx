// Verifies that the record is complete and unchanged: the answer in one sentence, and what to do if not.
import type { ReplyOf } from '@countersign/client'
import { Link2, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Modal } from '../../shared/controls/modal.tsx'
import { Problem } from '../../shared/controls/problem.tsx'
import { useFetched } from '../../shared/hooks/use-fetched.ts'

export function VerifyButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Link2 size={16} aria-hidden />
        {t('history.verify')}
      </Button>
      {isOpen && (
        <Modal title={t('history.verifyTitle')} onClose={() => setOpen(false)}>
          <Verification />
        </Modal>
      )}
    </>
  )
}

function Verification() {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const { data, error, reload } = useFetched({ read: (signal) => client.verifyLog({ params: { p }, signal }), key: p })
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <p className="text-muted">{t('history.verifyHint')}</p>
      {error && <Problem error={error} onRetry={reload} />}
      {!data && !error && <p>{t('history.verifying')}</p>}
      {data && <Verdict {...data} />}
    </div>
  )
}

function Verdict({ verified, events, heads, problem }: ReplyOf<'verifyLog'>) {
  const { t } = useTranslation()
  if (verified)
    return (
      <div className="flex items-start gap-2 rounded-md bg-low-soft px-3 py-2 text-low">
        <ShieldCheck size={20} className="mt-0.5 shrink-0" aria-hidden />
        <div>
          <p className="font-semibold">{t('history.verified')}</p>
          <p>
            {t('history.verifiedEntries', { count: events ?? 0 })} {t('history.verifiedHeads', { count: heads ?? 0 })}
          </p>
        </div>
      </div>
    )
  return (
    <div className="flex items-start gap-2 rounded-md bg-high-soft px-3 py-2 text-high">
      <ShieldAlert size={20} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold">{t('history.broken')}</p>
        <p className="break-words">{problem?.sentence}</p>
        {problem?.seq != null && <p>{t('history.brokenAt', { seq: problem.seq })}</p>}
        <p className="text-text">{t('history.brokenHint')}</p>
      </div>
    </div>
  )
}
