// What a conversation has used: tokens, and money where the model has prices.
import type { SessionView } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { useFetched } from '../../shared/hooks/use-fetched.ts'

export function Usage({ sessionId }: { readonly sessionId: string }) {
  const { t, i18n } = useTranslation()
  const { client, projectId: p } = useProject()
  const steps = useMirror(({ turns }) =>
    [...turns.values()].reduce((sum, turn) => (turn.session_id === sessionId ? sum + turn.steps + (turn.ended_at ? 1 : 0) : sum), 0),
  )
  const read = async () => (await client.getSession({ params: { p, s: sessionId } })).session.usage
  const { data } = useFetched({ read, key: sessionId, news: steps })
  if (!data || data.input_tokens + data.output_tokens === 0) return null
  const number = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 })
  const words = t('chat.tokens', { input: number.format(data.input_tokens), output: number.format(data.output_tokens) })
  return (
    <span title={t('chat.tokensHint')} className="tabular-nums">
      {[words, costOf(data, i18n.language)].filter(Boolean).join(' · ')}
    </span>
  )
}

function costOf({ cost }: SessionView['usage'], language: string): string {
  if (!cost) return ''
  return new Intl.NumberFormat(language, { style: 'currency', currency: cost.currency, maximumFractionDigits: 4 }).format(cost.amount)
}
