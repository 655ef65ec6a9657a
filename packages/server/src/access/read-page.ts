// Lists in pages, newest first, limited in rows and in bytes. A cursor names the last row that was examined.
import type { Page, PageQuery, Place, ReadTable } from '@countersign/core'
import { describeField, Failure, LIMITS, sentence } from '@countersign/protocol'

export interface PageRequest<Row> extends Omit<PageQuery<Row>, 'after' | 'maxBytes'> {
  readonly cursor?: string | undefined
}

export interface ShownPage<Row> {
  readonly rows: Row[]
  /** Spread into the reply; empty on the last page. */
  readonly next: { next_cursor?: string }
}

export async function readPage<Row extends { readonly id: string }>(
  table: ReadTable<Row>,
  request: PageRequest<Row>,
): Promise<ShownPage<Row>> {
  return shown(await table.page(placed(request)))
}

interface Placed {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Translates a request into a query of the store. */
export function placed<Request extends Placed>({ cursor, since, until, ...request }: Request) {
  return {
    ...request,
    since: since === undefined ? undefined : normalTime(since),
    until: until === undefined ? undefined : normalTime(until),
    after: cursor === undefined ? undefined : parseCursor(cursor),
    maxBytes: LIMITS.maxPageBytes,
  }
}

export const shown = <Row>({ rows, next }: Page<Row>): ShownPage<Row> => ({ rows, next: next ? { next_cursor: cursorOf(next) } : {} })

export const cursorOf = ({ created_at, id }: Place): string => Buffer.from(`${created_at} ${id}`).toString('base64url')

const CURSOR = /^(\S+Z) (\S+)$/

export function parseCursor(cursor: string): Place {
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!time || !id || Number.isNaN(Date.parse(time)))
    throw new Failure('INVALID_ARGUMENTS', { subject: describeField('cursor', sentence('problem.cursor-unknown')) })
  return { created_at: normalTime(time), id }
}

/** Times are compared as text, so every time must include its milliseconds. */
const normalTime = (time: string): string => new Date(time).toISOString()
