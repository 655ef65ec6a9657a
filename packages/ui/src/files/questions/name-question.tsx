// Asks for a path in the workspace: of a new file or folder, or a new name.
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import { ServerText } from '../../shared/text/server-text.tsx'
import type { Files } from '../state/files.ts'
import type { Asked } from '../state/open-question.ts'
import { useFiles } from '../state/use-files.ts'
import { ROOT } from '../tree/tree-state.ts'
import { useDescribeRefusal } from '../workspace/use-describe-refusal.ts'
import type { Outcome, Refusal } from '../workspace/workspace-tools.ts'
import { createFile, createFolder, renameEntry } from './change-files.ts'
import { firstFocus } from './first-focus.ts'

type NameAsked = Exclude<Asked, { kind: 'delete' | 'close' }>

export interface NameQuestionProps {
  readonly question: NameAsked
  readonly onDone: () => void
}

export function NameQuestion({ question, onDone }: NameQuestionProps) {
  const { t } = useTranslation()
  const describeRefusal = useDescribeRefusal()
  const files = useFiles()
  const id = useId()
  const [path, setPath] = useState(firstPath(question))
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const outcome = await change(files, question, path.trim())
    setBusy(false)
    if (outcome.ok) onDone()
    else setProblem(outcome)
  }
  const isEmpty = path.trim() === '' || path.trim().endsWith('/')
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <label htmlFor={id} className="text-sm text-muted">
        {t('files.ask.path')}
      </label>
      <input
        id={id}
        ref={firstFocus}
        value={path}
        onFocus={({ target }) => target.setSelectionRange(...namePart(path))}
        onChange={({ target }) => setPath(target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        autoComplete="off"
        spellCheck={false}
        className="min-h-9 rounded-md border border-strong-line bg-panel px-2 font-mono text-sm"
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-high">
          {problem.code === 'FILE_CHANGED' ? t('files.ask.taken') : describeRefusal(problem)}
          {problem.code === 'INVALID_PATH' && problem.error !== '' && (
            <span className="block text-xs">
              <ServerText text={problem.error} form={problem.form} />
            </span>
          )}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('files.ask.cancel')}</Button>
        <Button kind="primary" type="submit" disabled={isEmpty || isBusy}>
          {t(`files.ask.${question.kind}.action`)}
        </Button>
      </div>
    </form>
  )
}

function firstPath(question: NameAsked): string {
  if (question.kind === 'rename') return question.entry.path
  return question.folder === ROOT ? '' : `${question.folder}/`
}

/** Selects the name without folder and extension, which people mostly change. */
function namePart(path: string): [number, number] {
  const from = path.lastIndexOf('/') + 1
  const dot = path.lastIndexOf('.')
  return [from, dot > from ? dot : path.length]
}

function change(files: Files, question: NameAsked, path: string): Promise<Outcome<unknown>> {
  if (question.kind === 'rename') return renameEntry(files, question.entry.path, path)
  return question.kind === 'file' ? createFile(files, path) : createFolder(files, path)
}
