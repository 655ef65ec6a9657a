// Answering several at once: how many are selected, their risk, and both answers. High risk needs an extra tick.
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { showsAll, type Waiting } from '../../mirror/state/waiting.ts'
import { useShortcut } from '../../shared/browser/shortcuts.ts'
import { AnswerButton } from '../../shared/controls/answer-button.tsx'
import { Button } from '../../shared/controls/button.tsx'
import { useArmed } from '../../shared/hooks/use-armed.ts'
import { type ApprovalQueueState, select, useApprovalQueue } from '../state/approval-queue.ts'
import { sendBatch } from '../state/send-batch.ts'

export interface BatchBarProps {
  readonly waiting: readonly Waiting[]
  readonly hasKeys: boolean
}

export function BatchBar({ waiting, hasKeys }: BatchBarProps) {
  const { t } = useTranslation()
  const selected = useApprovalQueue((state: ApprovalQueueState) => state.selected)
  const approvals = waiting.filter(({ kind }) => kind === 'approval')
  const picked = approvals.filter(({ id }) => selected.has(id))
  if (picked.length === 0) return null
  return (
    <section
      aria-label={t('approvals.batch.label')}
      className="sticky -top-3 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-accent bg-accent-soft p-2"
    >
      <span className="px-1 text-sm font-medium" role="status">
        {t('approvals.batch.selected', { count: picked.length, total: approvals.length })}
      </span>
      <Button kind="quiet" onClick={() => select(approvals.map(({ id }) => id))}>
        {t('approvals.batch.all')}
      </Button>
      <Button kind="quiet" onClick={() => select([])}>
        {t('approvals.batch.none')}
      </Button>
      <BatchAnswers key={picked.map(({ id }) => id).join()} picked={picked} hasKeys={hasKeys} />
    </section>
  )
}

function BatchAnswers({ picked, hasKeys }: { readonly picked: readonly Waiting[]; readonly hasKeys: boolean }) {
  const { t } = useTranslation()
  const project = useProject()
  const [isTicked, setTicked] = useState(false)
  const [isSending, setSending] = useState(false)
  const isArmed = useArmed(picked.map(({ id, digest }) => `${id} ${digest}`).join()) && !isSending
  const high = picked.filter(({ risk_level }) => risk_level === 'HIGH').length
  const unseen = picked.filter((one) => !showsAll(one)).length
  const canApprove = isArmed && (high === 0 || isTicked) && unseen === 0
  const send = (answer: 'approved' | 'rejected') => {
    setSending(true)
    void sendBatch(project, picked, answer).finally(() => setSending(false))
  }
  return (
    <>
      {high > 0 && (
        <label className="flex items-center gap-1.5 text-sm text-high">
          <input type="checkbox" checked={isTicked} onChange={({ target }) => setTicked(target.checked)} className="size-4" />
          {t('approvals.batch.high', { count: high })}
        </label>
      )}
      {unseen > 0 && <span className="text-sm text-muted">{t('approvals.batch.unseen', { count: unseen })}</span>}
      <span className="ml-auto flex gap-2">
        <AnswerButton kind="danger" isReady={isArmed} onAnswer={() => send('rejected')}>
          <X size={16} aria-hidden />
          {t('approvals.batch.reject', { count: picked.length })}
        </AnswerButton>
        <AnswerButton kind="primary" isReady={canApprove} onAnswer={() => send('approved')}>
          <Check size={16} aria-hidden />
          {t('approvals.batch.approve', { count: picked.length })}
        </AnswerButton>
      </span>
      {hasKeys && <BatchKeys onApprove={() => canApprove && send('approved')} onReject={() => isArmed && send('rejected')} />}
    </>
  )
}

/** While some are selected, the letter keys answer those. */
function BatchKeys({ onApprove, onReject }: { readonly onApprove: () => void; readonly onReject: () => void }) {
  const { t } = useTranslation()
  const group = t('approvals.batch.label')
  useShortcut({ keys: 'a', label: t('approvals.keys.approveSelected'), group, inEmptyField: true, run: onApprove })
  useShortcut({ keys: 'r', label: t('approvals.keys.rejectSelected'), group, inEmptyField: true, run: onReject })
  return null
}
