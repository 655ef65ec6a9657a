// Why the risk is what it is.
import { useTranslation } from 'react-i18next'
import { ServerSentence } from '../../sentences/server-sentence.tsx'

export function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  const { t } = useTranslation()
  if (reasons.length === 0) return null
  return (
    <ul aria-label={t('approvals.reasons')} className="list-disc pl-5 text-sm text-muted [overflow-wrap:anywhere]">
      {[...new Set(reasons)].map((reason) => (
        <li key={reason}>
          <ServerSentence area="reasons" text={reason} />
        </li>
      ))}
    </ul>
  )
}
