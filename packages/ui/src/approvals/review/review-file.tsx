// One file of a review: a checkbox for all of it, its risk with reasons, and its hunks.
import { useTranslation } from 'react-i18next'
import { Reasons } from '../../calls/reasons.tsx'
import { RiskMark } from '../../calls/risk-mark.tsx'
import { FileHead } from '../../shared/diff/file-head.tsx'
import { MixedBox } from '../parts/mixed-box.tsx'
import { numbersOf, type ReviewFile, toggleFile, toggleHunk } from './review-choice.ts'
import { ReviewHunk } from './review-hunk.tsx'

export interface ReviewFileProps {
  readonly id: string
  readonly file: ReviewFile
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

export function ReviewFileCard({ id, file, chosen, onChoose }: ReviewFileProps) {
  const { t } = useTranslation()
  const numbers = numbersOf(file)
  const taken = numbers.filter((number) => chosen.has(number)).length
  return (
    <section aria-label={file.path} className="rounded-md border border-line">
      <header className="flex items-start gap-2 border-b border-line bg-sunken px-2 py-1.5">
        <MixedBox
          className="mt-0.5"
          label={t('review.wholeFile', { path: file.path })}
          isAll={taken === numbers.length}
          isSome={taken > 0 && taken < numbers.length}
          onToggle={() => onChoose(toggleFile(chosen, file))}
        />
        <div className="min-w-0 flex-1">
          <FileHead {...file} diff={file.hunks.map(({ diff }) => diff).join('')} />
          <Reasons judged={file} />
        </div>
        <RiskMark risk={file.risk_level} />
      </header>
      {file.hunks.map((hunk) => (
        <ReviewHunk
          key={hunk.number}
          id={id}
          file={file}
          hunk={hunk}
          isChosen={chosen.has(hunk.number)}
          onToggle={() => onChoose(toggleHunk(chosen, hunk.number))}
        />
      ))}
    </section>
  )
}
