// The latest calls that a scope would have covered, so that nobody gives a lasting answer blindly.
import type { OfferedScope } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { hrefOf } from '../../shared/browser/route.ts'
import { ServerText } from '../../shared/text/server-text.tsx'
import { Moment } from '../../shared/time/moment.tsx'

export function RecentMatches({ offered: { recent = [] } }: { readonly offered: OfferedScope }) {
  const { t } = useTranslation()
  if (recent.length === 0) return <span className="block text-xs text-muted">{t('approvals.scope.noneEarlier')}</span>
  return (
    <ul aria-label={t('approvals.scope.recent')} className="text-xs text-muted">
      {recent.map(({ tool_id, title, title_form, created_at }) => (
        <li key={tool_id}>
          <a href={hrefOf('history', tool_id)} className="text-accent hover:underline">
            <ServerText text={title} form={title_form} />
          </a>{' '}
          <Moment at={created_at} />
        </li>
      ))}
    </ul>
  )
}
