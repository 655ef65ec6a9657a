// The answer to a question of the agent, by the person or at the agent's client, and the selected hunks of a review.
import { useTranslation } from 'react-i18next'
import { DiffLines } from '../../../shared/diff/diff-lines.tsx'
import { safeProse } from '../../../shared/text/safe-text.ts'
import { describeAnswer } from './describe-answer.ts'
import { type ResultProps, textOf } from './fields.ts'

export function AnswerResult({ fields, call: { tool_name } }: ResultProps) {
  const { t } = useTranslation()
  const comment = textOf(fields.comment)
  const diff = textOf(fields.filtered_diff)
  const { chunks_selected: selected, chunks_total: total, answered_at } = fields
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>{describeAnswer({ tool_name, action: textOf(fields.action), answered_at }, t)}</p>
      {Array.isArray(selected) && typeof total === 'number' && (
        <p className="text-xs text-muted">{t('chat.resultSummary.chunks', { count: selected.length, total })}</p>
      )}
      {comment !== '' && (
        <blockquote className="border-l-2 border-line pl-3 break-words whitespace-pre-wrap text-muted">{safeProse(comment)}</blockquote>
      )}
      {diff !== '' && <DiffLines diff={diff} label={t('chat.result')} />}
    </div>
  )
}
