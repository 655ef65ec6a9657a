// Putting back what a call changed. Where a file was changed since, nothing is put back, and the person is told which and what
// to do: another's work is never written over.

import type { Status } from '@countersign/protocol'
import { TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../connection/project-context.ts'
import { useSayTitle } from '../sentences/use-say-title.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { Button } from '../shared/controls/button.tsx'
import { Confirm } from '../shared/controls/confirm.tsx'
import { VisibleText } from '../shared/text/visible-text.tsx'

/** The server decides; this only hides a button that would never work. */
const CHANGING: readonly string[] = ['write_file', 'create_directory', 'move_file', 'delete_file', 'apply_patch']

export interface UndoCallProps {
  readonly call: {
    readonly id: string
    readonly tool_name: string
    readonly description: string | null
    readonly status: Status
    readonly undone_by: string | null
  }
  readonly onUndone: () => void
}

interface Conflict {
  readonly error: string
}

export function UndoCall({ call: { id, description, tool_name, status, undone_by }, onUndone }: UndoCallProps) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const [isAsking, setAsking] = useState(false)
  const title = useSayTitle()({ tool_name, description })
  const [conflict, setConflict] = useState<Conflict>()
  if (!CHANGING.includes(tool_name) || status !== 'completed' || undone_by !== null) return null
  const undo = async () => {
    setConflict(undefined)
    const { error, error_code, status } = await client.undoExecution({ params: { p, id } })
    if (error && error_code === 'FILE_CHANGED') return setConflict({ error })
    if (error) throw new Error(error)
    if (status !== 'completed') throw new Error(t('history.undoWaits'))
    onUndone()
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={() => setAsking(true)}>
        <Undo2 size={16} aria-hidden />
        {t('history.undo')}
      </Button>
      {conflict && <UndoConflict {...conflict} />}
      {isAsking && (
        <Confirm title={t('history.undoTitle')} action={t('history.undo')} onConfirm={undo} onClose={() => setAsking(false)}>
          <p className="font-medium break-words">
            <VisibleText text={title} />
          </p>
          <p>{t('history.undoHint')}</p>
        </Confirm>
      )}
    </div>
  )
}

function UndoConflict({ error }: Conflict) {
  const { t } = useTranslation()
  const path = /: (.+)$/.exec(error)?.[1]
  return (
    <div role="alert" className="flex w-full flex-col gap-1 rounded-md bg-medium-soft px-3 py-2 text-sm text-medium">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={16} className="shrink-0" aria-hidden />
        {t('history.conflict')}
      </p>
      <p className="break-words text-text">{error}</p>
      <p className="text-text">{t('history.conflictHint')}</p>
      {path !== undefined && (
        <a className="self-start text-accent underline" href={hrefOf('files', path)}>
          {t('history.openFile', { path })}
        </a>
      )}
    </div>
  )
}
