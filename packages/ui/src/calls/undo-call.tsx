// Undoing what a call changed. If a file was changed since, nothing is undone, and the person sees which file and what to do: nobody's
// work is overwritten.

import type { Status } from '@countersign/protocol'
import { TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../connection/project-context.ts'
import { type Form, useRenderSentence } from '../sentences/use-render-sentence.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { Button } from '../shared/controls/button.tsx'
import { Confirm } from '../shared/controls/confirm.tsx'
import { ServerText } from '../shared/text/server-text.tsx'
import { VisibleText } from '../shared/text/visible-text.tsx'
import { useCallTitle } from './use-call-title.ts'

/** The server decides; this only hides a button that would never work. */
const CHANGING: readonly string[] = ['write_file', 'edit_file', 'create_directory', 'move_file', 'delete_file', 'apply_patch']

export interface UndoCallProps {
  readonly call: {
    readonly id: string
    readonly tool_name: string
    readonly description: string | null
    readonly description_form?: Form
    readonly status: Status
    readonly undone_by: string | null
  }
  readonly onUndone: () => void
}

interface Conflict {
  readonly error: string
  readonly form: Form
}

export function UndoCall({ call, onUndone }: UndoCallProps) {
  const { id, tool_name, status, undone_by } = call
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const render = useRenderSentence()
  const [isAsking, setAsking] = useState(false)
  const title = useCallTitle()(call)
  const [conflict, setConflict] = useState<Conflict>()
  if (!CHANGING.includes(tool_name) || status !== 'completed' || undone_by !== null) return null
  const undo = async () => {
    setConflict(undefined)
    const { error, error_form: form, error_code, status } = await client.undoExecution({ params: { p, id } })
    if (error && error_code === 'FILE_CHANGED') return setConflict({ error, form })
    if (error) throw new Error(render(error, form))
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

function UndoConflict({ error, form }: Conflict) {
  const { t } = useTranslation()
  const path = form?.slots?.subject
  return (
    <div role="alert" className="flex w-full flex-col gap-1 rounded-md bg-medium-soft px-3 py-2 text-sm text-medium">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={16} className="shrink-0" aria-hidden />
        {t('history.conflict')}
      </p>
      <p className="break-words text-text">
        <ServerText text={error} form={form} />
      </p>
      <p className="text-text">{t('history.conflictHint')}</p>
      {typeof path === 'string' && (
        <a className="self-start text-accent underline" href={hrefOf('files', path)}>
          {t('history.openFile', { path })}
        </a>
      )}
    </div>
  )
}
