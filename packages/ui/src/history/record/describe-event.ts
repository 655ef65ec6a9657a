// Describes one log row. An unknown event type is shown by its name.
import { STATUSES } from '@countersign/protocol'
import type { TFunction } from 'i18next'
import type { CallRecord } from './call-record.ts'

type Event = Pick<CallRecord['events'][number], 'type' | 'payload'>

const WORDS = {
  'tool.preview_request': 'history.event.preview',
  'tool.approval_request': 'history.event.asked',
  'tool.approval_warning': 'history.event.warned',
  'tool.question': 'history.event.question',
  'tool.execution_signal': 'history.event.sent',
  'tool.result_ack': 'history.event.result',
  'tool.cancel': 'history.event.cancel',
  'tool.late_result': 'history.event.lateResult',
  'grant.created': 'history.event.grantCreated',
  'grant.revoked': 'history.event.grantRevoked',
} as const

export function describeEvent({ type, payload }: Event, t: TFunction): string {
  const status = STATUSES.find((one) => one === payload.status)
  if (type === 'tool.status' && status) return t('history.event.status', { status: t(`chat.status.${status}`) })
  if (type === 'tool.approval_resolved' || type === 'tool.question_resolved')
    return t('history.event.resolved', { answer: resolutionWords(payload, t) })
  const key = (WORDS as Record<string, (typeof WORDS)[keyof typeof WORDS] | undefined>)[type]
  return key ? t(key) : type
}

const ANSWERS = ['approved', 'rejected', 'answered', 'expired', 'withdrawn', 'superseded'] as const

function resolutionWords({ status, answered_by }: Event['payload'], t: TFunction): string {
  if (answered_by) return t('history.answer.answeredAtClient')
  const answer = ANSWERS.find((one) => one === status)
  return answer ? t(`history.answer.${answer}`) : String(status)
}
