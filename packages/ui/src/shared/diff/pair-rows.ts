// Rows of a diff side by side: what was removed at the left of what was added in its place.
import type { DiffRow } from './parse-diff.ts'

/** Indexes of rows; both the same where nothing changed, null where one side has nothing. */
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

/** How many rows of a kind follow each other; a note between them ("no newline at the end") ends a run. */
function runOf(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): number {
  let end = from
  while (rows[end]?.kind === kind) end++
  return end - from
}
