// The append-only log of a project. `seq` and the hash before come from the project's row, which the same transaction updates.
// A row's `prev_hash` is the hash of the row before it, so it is read from there and not stored a second time.
import { hash as sha256 } from 'node:crypto'
import { callOf, type EventDraft, type EventLog } from '@countersign/core'
import { GENESIS_HASH, type LogRow, type ProjectId, textOfRow } from '@countersign/protocol'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'
import { limitText } from './query-text.ts'

/** A call has a handful. */
const MAX_ROWS_OF_CALL = 1_000

export function sqlEvents(connection: SqlConnection, dialect: Dialect): EventLog {
  const texts = statementTexts(dialect)
  const { id, digest } = dialect.codecs
  const head = async (project: ProjectId) => {
    const [found] = await connection.rows(texts.head, [id.encode(project)])
    return found && { seq: Number(found[0]), hash: digest.decode(found[1] as SqlValue) as string }
  }
  return {
    append: async (project, time, drafts) => {
      const before = await head(project)
      if (!before) throw new Error(`no project ${project}: its log cannot grow`)
      const rows = chainRows(project, time, drafts, before)
      for (const [index, row] of rows.entries()) {
        const call = callOf(drafts[index]?.payload ?? {})
        await connection.run(texts.insert, [...encodeRow(dialect, row), call ? id.encode(call) : null])
      }
      const last = rows.at(-1)
      if (last) await connection.run(texts.advance, [last.seq, digest.encode(last.hash), id.encode(project)])
      return rows
    },
    read: async (project, after, limit, maxBytes) => {
      const values = [id.encode(project), after]
      const found = await connection.rows(
        `${texts.read}${limitText(limit + 1)}`,
        values,
        maxBytes === undefined ? undefined : untilBytes(after, maxBytes),
      )
      const previous = Number(found[0]?.[0]) === after ? found.shift() : undefined
      return decodeRows(dialect, project, found.slice(0, limit), previous)
    },
    ofCall: async (project, call) => {
      const found = await connection.rows(`${texts.ofCall}${limitText(MAX_ROWS_OF_CALL)}`, [id.encode(call), id.encode(project)])
      const rows: LogRow[] = []
      for (const row of found)
        rows.push(...decodeRows(dialect, project, [row], (await connection.rows(texts.one, [id.encode(project), Number(row[0]) - 1]))[0]))
      return rows
    },
    head: async (project) => (await head(project)) ?? { seq: 0, hash: GENESIS_HASH },
  }
}

function statementTexts({ placeholder }: Dialect) {
  const [one, two, three, four, five, six, seven] = [1, 2, 3, 4, 5, 6, 7].map(placeholder)
  const columns = '"seq", "type", "payload", "time", "hash"'
  return {
    head: `SELECT "last_seq", "last_hash" FROM "projects" WHERE "id" = ${one} AND "removed" = 0`,
    advance: `UPDATE "projects" SET "last_seq" = ${one}, "last_hash" = ${two} WHERE "id" = ${three}`,
    insert: `INSERT INTO "events" ("project_id", ${columns}, "tool_id") VALUES (${one}, ${two}, ${three}, ${four}, ${five}, ${six}, ${seven})`,
    read: `SELECT ${columns} FROM "events" WHERE "project_id" = ${one} AND "seq" >= ${two} ORDER BY "seq"`,
    one: `SELECT ${columns} FROM "events" WHERE "project_id" = ${one} AND "seq" = ${two}`,
    ofCall: `SELECT ${columns} FROM "events" WHERE "tool_id" = ${one} AND "project_id" = ${two} ORDER BY "seq"`,
  }
}

/** Stored bytes are counted: what they take when they are read is about the same. The row at `after` is only there for its hash. */
function untilBytes(after: number, maxBytes: number): (row: readonly SqlValue[]) => boolean {
  let bytes = 0
  return ([seq, , payload]) => {
    if (Number(seq) > after) bytes += (payload as string | Uint8Array).length
    return bytes >= maxBytes
  }
}

function chainRows(project_id: ProjectId, time: string, drafts: readonly EventDraft[], before: { seq: number; hash: string }): LogRow[] {
  let { seq, hash: prev_hash } = before
  return drafts.map(({ type, payload }) => {
    seq += 1
    const row = { project_id, seq, type, payload: JSON.stringify(payload), time, prev_hash }
    const hash = sha256('sha256', textOfRow(row))
    prev_hash = hash
    return { ...row, hash }
  })
}

function encodeRow({ codecs }: Dialect, row: LogRow): SqlValue[] {
  return [
    codecs.id.encode(row.project_id),
    row.seq,
    row.type,
    codecs.log.encode(row.payload),
    codecs.time.encode(row.time),
    codecs.digest.encode(row.hash),
  ]
}

function decodeRows({ codecs }: Dialect, project_id: ProjectId, found: readonly SqlValue[][], previous: SqlValue[] | undefined): LogRow[] {
  let prev_hash = previous ? (codecs.digest.decode(previous[4] as SqlValue) as string) : GENESIS_HASH
  return found.map(([seq, type, payload, time, stored]) => {
    const hash = codecs.digest.decode(stored as SqlValue) as string
    const row = {
      project_id,
      seq: Number(seq),
      type: String(type),
      payload: codecs.log.decode(payload as SqlValue) as string,
      time: codecs.time.decode(time as SqlValue) as string,
      prev_hash,
      hash,
    }
    prev_hash = hash
    return row
  })
}
