// One hunk of a change: its checkbox, its lines, each with one of its own, and a comment.
import { changedLines, type ShownHunk } from '@countersign/protocol'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { renderNotes } from '../../calls/preview/render-preview.ts'
import { useRenderSentence } from '../../sentences/use-render-sentence.ts'
import { DiffLines } from '../../shared/diff/diff-lines.tsx'
import type { RowChoice } from '../../shared/diff/line-toggle.tsx'
import { HunkComment } from '../parts/hunk-comment.tsx'
import { MixedBox } from '../parts/mixed-box.tsx'
import { type Dropped, isLineDropped, stateOf, toggleHunk, toggleLine } from '../state/part-choice.ts'

export interface PartHunkProps {
  readonly id: string
  readonly hunk: ShownHunk
  /** The file has no other. */
  readonly isOnly: boolean
  readonly dropped: Dropped
  readonly onChoose: (dropped: Dropped) => void
}

const COLOURS = { whole: 'text-low', part: 'text-medium', none: 'text-muted' } as const

export function PartHunk({ id, hunk, isOnly, dropped, onChoose }: PartHunkProps) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  const { file, number, canSplit } = hunk
  const state = stateOf(dropped, hunk)
  const label = t('review.hunk', { number })
  const choice = useMemo(() => (canSplit ? choiceOf(hunk, dropped, onChoose) : undefined), [canSplit, hunk, dropped, onChoose])
  const note = useMemo(() => diffOf(hunk), [hunk])
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: MixedBox is an input */}
        <label className="inline-flex items-center gap-2 text-xs font-medium">
          <MixedBox
            label={label}
            hunk={number}
            isAll={state === 'whole'}
            isSome={state === 'part'}
            onToggle={() => onChoose(toggleHunk(dropped, hunk))}
          />
          {label}
          <span className={`font-normal ${COLOURS[state]}`}>{t(`approvals.part.state.${state}`)}</span>
        </label>
        <HunkComment id={id} number={number} />
      </div>
      <DiffLines
        diff={renderNotes(note, [file.note_form, file.cut_form], render)}
        path={file.path}
        label={isOnly ? file.path : `${file.path} ${label}`}
        {...(choice && { choice })}
      />
    </section>
  )
}

/** A file without hunks is shown as it is. */
function diffOf({ file, header, lines, canSplit }: ShownHunk): string {
  if (!canSplit) return file.diff
  return `${[header, ...lines].join('\n')}\n`
}

/** Row 0 is the `@@` line, so rows and lines have the same numbers. */
const choiceOf = (hunk: ShownHunk, dropped: Dropped, onChoose: (dropped: Dropped) => void): RowChoice => ({
  first: changedLines(hunk)[0] ?? 0,
  isDropped: (row) => isLineDropped(dropped, hunk, row),
  toggle: (row) => onChoose(toggleLine(dropped, hunk, row)),
})
