// The answer to a question: one of the agent's own actions, quoted as it wrote it, or one of ours in the person's language.
import type { TFunction } from 'i18next'
import { safeProse } from '../../../shared/text/safe-text.ts'

/** `apply` and `cancel` end a review; `dismissed` is an answer without a choice. */
const OURS = { apply_patch_review: ['apply', 'cancel', 'dismissed'], prompt_user: ['dismissed'] } as const

interface Answer {
  readonly tool_name: string
  readonly action: string
  readonly answered_at: unknown
}

export function describeAnswer({ tool_name, action, answered_at }: Answer, t: TFunction): string {
  const ours = Object.hasOwn(OURS, tool_name) ? OURS[tool_name as keyof typeof OURS] : []
  const known = ours.find((one) => one === action)
  const shown = known ? t(`chat.actions.${known}`) : t('chat.quoted', { text: safeProse(action) })
  return t(answered_at === 'client' ? 'chat.resultSummary.answeredAtClient' : 'chat.resultSummary.answered', { action: shown })
}
