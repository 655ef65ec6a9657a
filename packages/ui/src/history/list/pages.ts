// The part of the history read so far, newest first. Its start is read again when there is news; its end when the person scrolls
// there.
import type { ExecutionView } from '@countersign/protocol'

export interface Pages {
  readonly rows: readonly ExecutionView[]
  /** Where the next page begins; undefined at the end. */
  readonly cursor: string | undefined
}

export const NO_PAGES: Pages = { rows: [], cursor: undefined }

/** Merges the newest page: calls that it no longer has are dropped, older ones stay. Without overlap only the new page is kept. */
export function withFirst(known: Pages, first: Pages): Pages {
  const last = first.rows.at(-1)
  if (!last || first.cursor === undefined) return first
  const meets = known.rows.findIndex(({ tool_id }) => tool_id === last.tool_id)
  return meets === -1 ? first : { rows: [...first.rows, ...known.rows.slice(meets + 1)], cursor: known.cursor }
}

export function withNext(known: Pages, next: Pages): Pages {
  const ids = new Set(known.rows.map(({ tool_id }) => tool_id))
  return { rows: [...known.rows, ...next.rows.filter(({ tool_id }) => !ids.has(tool_id))], cursor: next.cursor }
}
