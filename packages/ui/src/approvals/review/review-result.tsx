// What will be applied: the selected hunks, file by file, and how many are left out.
import { useTranslation } from 'react-i18next'
import { DiffLines } from '../../shared/diff/diff-lines.tsx'
import { FileHead } from '../../shared/diff/file-head.tsx'
import { chosenFiles, type ReviewPreview } from './review-choice.ts'

export interface ReviewResultProps {
  readonly preview: ReviewPreview
  readonly chosen: ReadonlySet<number>
}

export function ReviewResult({ preview, chosen }: ReviewResultProps) {
  const { t } = useTranslation()
  const files = chosenFiles(preview, chosen)
  const left = preview.chunks_total - chosen.size
  return (
    <section aria-label={t('review.result')} className="flex flex-col gap-2 rounded-md border border-accent p-2">
      <h3 className="text-sm font-semibold">{files.length === 0 ? t('review.nothing') : t('review.result')}</h3>
      {files.map((file) => {
        const diff = file.hunks.map((hunk) => hunk.diff).join('')
        return (
          <div key={`${file.from ?? ''}>${file.path}`} className="flex flex-col gap-1">
            <FileHead {...file} diff={diff} />
            {diff !== '' && <DiffLines diff={diff} path={file.path} label={file.path} />}
          </div>
        )
      })}
      {left > 0 && <p className="text-sm text-muted">{t('review.left', { count: left })}</p>}
    </section>
  )
}
