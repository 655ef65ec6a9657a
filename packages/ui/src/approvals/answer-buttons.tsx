// The answers to one question. What was answered elsewhere meanwhile is said, not hidden.
import { DISMISSED } from '@countersign/protocol'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../connection/project-context.ts'
import type { Waiting } from '../mirror/waiting.ts'
import { Button } from '../shared/button.tsx'

export function AnswerButtons({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const a = waiting.id
  const send = async (answer: () => Promise<unknown>) => {
    setSending(true)
    try {
      await answer()
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
      setSending(false)
    }
  }
  const answer = (action: string) => () => client.answerQuestion({ params: { p, q: a }, body: { action } })
  const actions = waiting.preview?.kind === 'question' ? waiting.preview.actions : []
  return (
    <div className="flex flex-wrap items-center gap-2">
      {waiting.kind === 'approval' ? (
        <>
          <Button kind="danger" disabled={isSending} onClick={() => void send(() => client.reject({ params: { p, a }, body: {} }))}>
            <X size={16} aria-hidden />
            {t('approvals.reject')}
          </Button>
          <Button
            kind="primary"
            disabled={isSending || waiting.is_abridged}
            onClick={() => void send(() => client.approve({ params: { p, a }, body: { decision: 'approved' } }))}
          >
            <Check size={16} aria-hidden />
            {t('approvals.approve')}
          </Button>
        </>
      ) : (
        <>
          {actions.map((action) => (
            <Button key={action} disabled={isSending} onClick={() => void send(answer(action))}>
              {action}
            </Button>
          ))}
          <Button kind="quiet" disabled={isSending} onClick={() => void send(answer(DISMISSED))}>
            {t('approvals.dismiss')}
          </Button>
        </>
      )}
      {error !== undefined && (
        <p role="alert" className="w-full text-sm text-high">
          {t('approvals.failed', { error })}
        </p>
      )}
    </div>
  )
}
