// A change of files of which a part can be kept: a checkbox for each hunk and each changed line, and a comment on each hunk.
import type { ShownHunk } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { Button } from '../../shared/controls/button.tsx'
import { DiffModeSwitch } from '../../shared/diff/diff-mode-switch.tsx'
import { FileHead } from '../../shared/diff/file-head.tsx'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
import { countKept, type Dropped, dropAll } from '../state/part-choice.ts'
import { PartHunk } from './part-hunk.tsx'

const NOTHING: Dropped = new Set()

export interface PartPreviewProps {
  readonly id: string
  readonly hunks: readonly ShownHunk[]
}

export function PartPreview({ id, hunks }: PartPreviewProps) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  const { dropped } = useDraft(id)
  const choose = (next: Dropped) => changeDraft(id, { dropped: next })
  const files = [...Map.groupBy(hunks, ({ file }) => file)]
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="text-xs text-muted">
          {t('approvals.part.kept', { kept: countKept(dropped, hunks), total: hunks.length })}
        </span>
        <Button kind="quiet" disabled={dropped.size === 0} onClick={() => choose(NOTHING)}>
          {t('approvals.part.all')}
        </Button>
        <Button kind="quiet" onClick={() => choose(dropAll(hunks))}>
          {t('approvals.part.none')}
        </Button>
        <span className="ml-auto">
          <DiffModeSwitch />
        </span>
      </div>
      {files.map(([file, own]) => (
        <div key={`${file.from ?? ''}>${file.path}`} className="flex flex-col gap-1">
          <FileHead {...file} />
          {file.note_form && own.every(({ canSplit }) => canSplit) && <p className="text-sm text-muted">{render('', file.note_form)}</p>}
          {own.map((hunk) => (
            <PartHunk key={hunk.number} id={id} hunk={hunk} isOnly={own.length === 1} dropped={dropped} onChoose={choose} />
          ))}
        </div>
      ))}
    </div>
  )
}
