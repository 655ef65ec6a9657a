// Ends a conversation: its record stays, its running work stops.
import type { Session } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { goTo } from '../../shared/browser/route.ts'
import { Confirm } from '../../shared/controls/confirm.tsx'
import { safeProse } from '../../shared/text/safe-text.ts'

export function EndSession({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { client, projectId: p, mirror } = useProject()
  const end = async () => {
    await client.deleteSession({ params: { p, s: session.id } })
    await mirror.learnSession(session.id)
    goTo('chat')
  }
  return (
    <Confirm title={t('chat.endTitle')} action={t('chat.end')} onConfirm={end} onClose={onClose}>
      <p className="font-medium">{safeProse(session.title) || t('chat.untitled')}</p>
      <p className="text-sm text-muted">{t('chat.endHint')}</p>
    </Confirm>
  )
}
