// Stops what the agent does: its open questions are withdrawn, its processes end.
import { Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { openTurns } from '../../mirror/state/selectors.ts'
import { Button } from '../../shared/controls/button.tsx'

export function StopButton({ sessionId }: { readonly sessionId: string }) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const turnIds = useMirror((state) => openTurns(state, sessionId).map(({ turn_id }) => turn_id))
  const [stopping, setStopping] = useState<string>()
  if (turnIds.length === 0) return null
  const stop = async () => {
    setStopping(turnIds.at(-1))
    // A turn may have ended by itself meanwhile, as the events show. The last turn is stopped first, so that none begins because the
    // one before it ended.
    for (const t of turnIds.toReversed()) await client.cancelTurn({ params: { p, t } }).catch(() => undefined)
    setStopping(undefined)
  }
  return (
    <Button kind="danger" label={t('chat.stop')} disabled={stopping === turnIds.at(-1)} onClick={() => void stop()} className="min-h-9">
      <Square size={16} aria-hidden />
    </Button>
  )
}
