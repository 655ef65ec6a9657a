// A unified diff of one file: signs, line numbers, syntax colours; inline or side by side. Of a long diff only the visible rows
// are drawn.
import { useMemo, useRef } from 'react'
import { VList } from 'virtua'
import { useIsWide } from '../hooks/use-is-wide.ts'
import { DiffCell } from './diff-cell.tsx'
import { useDiffMode } from './diff-mode.ts'
import { moveBetweenLines, type RowChoice } from './line-toggle.tsx'
import { pairRows } from './pair-rows.ts'
import { type DiffRow, parseDiff } from './parse-diff.ts'
import { type RowTokens, useRowTokens } from './use-row-tokens.ts'

const MAX_PLAIN_ROWS = 500
const SIDE_BY_SIDE_PIXELS = 640

export interface DiffLinesProps {
  readonly diff: string
  readonly label: string
  /** Determines the language; without it there are no colours. */
  readonly path?: string
  /** Lets the person choose lines. */
  readonly choice?: RowChoice
}

export function DiffLines({ diff, label, path, choice }: DiffLinesProps) {
  const frame = useRef<HTMLElement>(null)
  const rows = useMemo(() => parseDiff(diff), [diff])
  const tokens = useRowTokens(rows, path)
  const isWide = useIsWide(frame, SIDE_BY_SIDE_PIXELS)
  const isSideBySide = useDiffMode() === 'side' && isWide
  const lines = useMemo(
    () => (isSideBySide ? drawPairs(rows, tokens, choice) : drawRows(rows, tokens, choice)),
    [isSideBySide, rows, tokens, choice],
  )
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onKeyDown={choice && moveBetweenLines}
      className="max-h-[60vh] overflow-auto rounded-md border border-line bg-panel font-mono text-xs leading-5"
    >
      {lines.length > MAX_PLAIN_ROWS ? <VList className="h-[58vh]!">{lines}</VList> : lines}
    </section>
  )
}

/** Rows never move, so their index is their key. */
const drawRows = (rows: readonly DiffRow[], tokens: RowTokens, choice: RowChoice | undefined) =>
  [...rows.entries()].map(([index, row]) => (
    <DiffCell key={index} row={row} tokens={tokens.get(index)} numbers={[row.before, row.after]} index={index} choice={choice} />
  ))

function drawPairs(rows: readonly DiffRow[], tokens: RowTokens, choice: RowChoice | undefined) {
  const cell = (index: number | null, side: 'before' | 'after') => {
    const row = index === null ? undefined : rows[index]
    if (index === null || !row) return <div className="bg-sunken" />
    return <DiffCell row={row} tokens={tokens.get(index)} numbers={[row[side]]} index={index} choice={choice} />
  }
  return [...pairRows(rows).entries()].map(([index, { left, right }]) => {
    const isWhole = left === right && left !== null && rows[left]?.kind !== 'context'
    return (
      <div key={index} className={isWhole ? '' : 'grid grid-cols-2 divide-x divide-line'}>
        {cell(left, 'before')}
        {!isWhole && cell(right, 'after')}
      </div>
    )
  })
}
