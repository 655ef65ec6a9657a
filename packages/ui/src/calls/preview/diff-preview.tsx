// A change of files: for each, what happens to it, its size, and its diff.
import type { Preview } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { DiffLines } from '../../shared/diff/diff-lines.tsx'
import { DiffModeSwitch } from '../../shared/diff/diff-mode-switch.tsx'
import { FileHead } from '../../shared/diff/file-head.tsx'
import { renderNotes } from './render-preview.ts'

type FilePreview = Extract<Preview, { kind: 'diff' }>['files'][number]

export function DiffPreview({ files }: { readonly files: readonly FilePreview[] }) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <span className="text-xs text-muted">{t('approvals.diff.files', { count: files.length })}</span>
        <DiffModeSwitch />
      </div>
      {files.map((file) => (
        <div key={`${file.from ?? ''}>${file.path}`} className="flex flex-col gap-1">
          <FileHead {...file} />
          <DiffLines diff={renderNotes(file.diff, [file.note_form, file.cut_form], render)} path={file.path} label={file.path} />
        </div>
      ))}
    </div>
  )
}
