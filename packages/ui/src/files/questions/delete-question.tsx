// Asks whether to delete a file or folder, and says that it can be undone.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { useFiles } from '../state/use-files.ts'
import type { Entry } from '../tree/tree-state.ts'
import { useDescribeRefusal } from '../workspace/use-describe-refusal.ts'
import type { Refusal } from '../workspace/workspace-tools.ts'
import { deleteEntry } from './change-files.ts'
import { firstFocus } from './first-focus.ts'

export interface DeleteQuestionProps {
  readonly entry: Pick<Entry, 'path' | 'type'>
  readonly onDone: () => void
}

export function DeleteQuestion({ entry, onDone }: DeleteQuestionProps) {
  const { t } = useTranslation()
  const describeRefusal = useDescribeRefusal()
  const files = useFiles()
  const [problem, setProblem] = useState<Refusal>()
  const remove = async () => {
    const outcome = await deleteEntry(files, entry.path, entry.type === 'directory')
    if (outcome.ok) onDone()
    else setProblem(outcome)
  }
  const words =
    entry.type === 'directory' ? t('files.ask.delete.folder', { path: entry.path }) : t('files.ask.delete.file', { path: entry.path })
  return (
    <div className="flex flex-col gap-3">
      <p className="break-words">{words}</p>
      <p className="text-sm text-muted">{t('files.ask.delete.undo')}</p>
      {problem && (
        <p role="alert" className="text-sm text-high">
          {describeRefusal(problem)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button ref={firstFocus} onClick={onDone}>
          {t('files.ask.cancel')}
        </Button>
        <Button kind="danger" onClick={() => void remove()}>
          {t('files.ask.delete.action')}
        </Button>
      </div>
    </div>
  )
}
