// Stops a process by the person's own call of kill_process: it waits for the end, and is recorded like any call.
import type { ProcessView } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useProject } from '../connection/project-context.ts'
import { Confirm } from '../shared/controls/confirm.tsx'
import { VisibleText } from '../shared/text/visible-text.tsx'

export interface StopProcessProps {
  readonly process: ProcessView
  readonly onStopped: () => void
  readonly onClose: () => void
}

export function StopProcess({ process: { process_id, command }, onStopped, onClose }: StopProcessProps) {
  const { t } = useTranslation()
  const { client, projectId } = useProject()
  const stop = async () => {
    const body = { tool_name: 'kill_process', tool_params: { process_id }, project_id: projectId }
    const { error } = await client.execute({ body })
    if (error) throw new Error(error)
    onStopped()
  }
  return (
    <Confirm title={t('processes.stopTitle', { name: process_id })} action={t('processes.stop')} onConfirm={stop} onClose={onClose}>
      <code className="block rounded-md bg-sunken p-2 font-mono text-xs break-all">
        <VisibleText text={command} />
      </code>
      <p>{t('processes.stopHint')}</p>
    </Confirm>
  )
}
