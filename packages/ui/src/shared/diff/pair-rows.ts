// Pairs the rows of a diff for side by side: removed lines left, the lines added in their place right.
import type { DiffRow } from './parse-diff.ts'

/** Indexes of rows: both the same for context, null where one side is empty. */
export interface RowPair {
  readonly left: number | null
  readonly right: number | null
}

export function pairRows(rows: readonly DiffRow[]): RowPair[] {
  const pairs: RowPair[] = []
  let index = 0
  while (index < rows.length) {
    const removed = runOf(rows, index, 'removed')
    const added = runOf(rows, index + removed, 'added')
    for (let step = 0; step < Math.max(removed, added); step++)
      pairs.push({ left: step < removed ? index + step : null, right: step < added ? index + removed + step : null })
    if (removed + added === 0) pairs.push({ left: index, right: index })
    index += Math.max(1, removed + added)
  }
  return pairs
}

/** How many rows of one kind follow each other; a note ("no newline at the end") ends a run. */
function runOf(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): number {
  let end = from
  while (rows[end]?.kind === kind) end++
  return end - from
}
