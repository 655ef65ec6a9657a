// Lists, newest first, page by page. A cursor names the last row that was shown and how many rows of its very time were
// shown, so that rows of one millisecond are neither lost nor repeated.
import type { Query, Table } from '@countersign/core'
import { Failure } from '@countersign/protocol'

interface Listed {
  readonly id: string
  readonly created_at: string
}

export interface PageRequest<Row> extends Pick<Query<Row>, 'equal' | 'among'> {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export interface Page<Row> {
  readonly rows: Row[]
  /** Spread into the reply; absent on the last page. */
  readonly next: { next_cursor?: string }
}

interface Position {
  readonly time: string
  readonly id: string
  readonly shown: number
}

export async function readPage<Row extends Listed>(table: Table<Row>, request: PageRequest<Row>): Promise<Page<Row>> {
  const from = request.cursor === undefined ? undefined : parseCursor(request.cursor)
  const found = await table.find({
    ...(request.equal && { equal: request.equal }),
    ...(request.among && { among: request.among }),
    range: { column: 'created_at', ...rangeOf(request, from) },
    order: { column: 'created_at', descending: true },
    limit: request.limit + 1 + (from?.shown ?? 0),
  })
  const fresh = from ? found.filter((row) => row.created_at !== from.time || row.id < from.id) : found
  const rows = fresh.slice(0, request.limit)
  const last = rows.at(-1)
  return { rows, next: fresh.length > request.limit && last ? { next_cursor: cursorAfter(rows, last, from) } : {} }
}

export interface MatchingRequest<Row> extends PageRequest<Row> {
  readonly matches: (row: Row) => boolean
}

const LOOK_AT_ONCE = 200
const MAX_LOOKED_AT = 2_000

/**
 * The rows that match by more than a table knows. Looks at so many rows and no more: a page may be short, even empty, and still
 * have a cursor to go on from.
 */
export async function readMatching<Row extends Listed>(table: Table<Row>, request: MatchingRequest<Row>): Promise<Page<Row>> {
  const { limit, matches } = request
  const rows: Row[] = []
  let cursor = request.cursor
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += LOOK_AT_ONCE) {
    const page = await readPage(table, { ...request, limit: LOOK_AT_ONCE, cursor })
    const found = page.rows.filter(matches)
    const room = limit - rows.length
    if (found.length > room) {
      const shown = page.rows.slice(0, page.rows.indexOf(found[room] as Row))
      const from = cursor === undefined ? undefined : parseCursor(cursor)
      rows.push(...found.slice(0, room))
      const last = shown.at(-1)
      return { rows, next: last ? { next_cursor: cursorAfter(shown, last, from) } : given(cursor) }
    }
    rows.push(...found)
    cursor = page.next.next_cursor
    if (cursor === undefined) return { rows, next: {} }
  }
  return { rows, next: given(cursor) }
}

const given = (cursor: string | undefined): Page<never>['next'] => (cursor === undefined ? {} : { next_cursor: cursor })

function rangeOf(
  { since, until }: Pick<PageRequest<Listed>, 'since' | 'until'>,
  from: Position | undefined,
): { atLeast?: string; below?: string } {
  const ends = [until && normalTime(until), from && momentAfter(from.time)].filter((end) => end !== undefined && end !== '')
  const below = ends.sort()[0]
  return { ...(since !== undefined && { atLeast: normalTime(since) }), ...(below && { below }) }
}

function cursorAfter(rows: readonly Listed[], { created_at, id }: Listed, from: Position | undefined): string {
  const before = from?.time === created_at ? from.shown : 0
  const shown = before + rows.filter((row) => row.created_at === created_at).length
  return Buffer.from(`${created_at} ${id} ${shown}`).toString('base64url')
}

const CURSOR = /^(\S+Z) (\S+) (\d{1,6})$/

function parseCursor(cursor: string): Position {
  const [, time, id, shown] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!time || !id || !shown || Number.isNaN(Date.parse(time)))
    throw new Failure('INVALID_ARGUMENTS', { subject: 'cursor: not one that was given out' })
  return { time, id, shown: Number(shown) }
}

/** Times compare as text, so every time must have its milliseconds. */
const normalTime = (time: string): string => new Date(time).toISOString()

const momentAfter = (time: string): string => new Date(Date.parse(time) + 1).toISOString()
