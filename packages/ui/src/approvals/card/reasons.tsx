// Why the risk is what it is.
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../../shared/visible-text.tsx'

export function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  const { t } = useTranslation()
  if (reasons.length === 0) return null
  return (
    <ul aria-label={t('approvals.reasons')} className="list-disc pl-5 text-sm text-muted [overflow-wrap:anywhere]">
      {[...new Set(reasons)].map((reason) => (
        <li key={reason}>
          <VisibleText text={reason} />
        </li>
      ))}
    </ul>
  )
}
