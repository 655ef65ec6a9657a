// The append-only log of a project. `seq` and the previous hash come from the project's row, which the same transaction updates.
// A row's `prev_hash` equals the hash of the row before it, so it is read from there and not stored twice. The row numbers of
// each call are stored once per call: an index over the rows would repeat both ids in every row.
import { hash as sha256 } from 'node:crypto'
import type { EventLog } from '@countersign/core'
import { callOf, type EventDraft, type ExecutionId, GENESIS_HASH, type LogRow, type ProjectId, textOfRow } from '@countersign/protocol'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'
import { limitText } from './sql-table.ts'

/** The maximum length of the stored row numbers of a call. Most calls have a few rows; one with a thousand is found by its first ones. */
const MAX_SEQS_LENGTH = 8_000

export function sqlEvents(connection: SqlConnection, dialect: Dialect): EventLog {
  const texts = statementTexts(dialect)
  const { id, digest } = dialect.codecs
  const head = async (project: ProjectId) => {
    const [found] = await connection.rows(texts.head, [id.encode(project)])
    return found && { seq: Number(found[0]), hash: digest.decode(found[1] as SqlValue) as string }
  }
  const read: EventLog['read'] = async (project, after, limit, maxBytes) => {
    const enough = maxBytes === undefined ? undefined : untilBytes(after, maxBytes)
    const found = await connection.rows(`${texts.read}${limitText(limit + 1)}`, [id.encode(project), after], enough)
    const previous = Number(found[0]?.[0]) === after ? found.shift() : undefined
    return decodeRows(dialect, project, found.slice(0, limit), previous)
  }
  return {
    append: async (project, time, drafts) => {
      const before = await head(project)
      if (!before) throw new Error(`no project ${project}: its log cannot grow`)
      const rows = chainRows(project, time, drafts, before)
      for (const row of rows) await connection.run(texts.insert, encodeRow(dialect, row))
      for (const [call, seqs] of seqsOfCalls(drafts, rows))
        await connection.run(texts.note, [id.encode(call), id.encode(project), seqs.join(',')])
      const last = rows.at(-1)
      if (last) await connection.run(texts.advance, [last.seq, digest.encode(last.hash), id.encode(project)])
      return rows
    },
    read,
    ofCall: async (project, call) => {
      const [found] = await connection.rows(texts.ofCall, [id.encode(call), id.encode(project)])
      const rows: LogRow[] = []
      for (const seq of String(found?.[0] ?? '0')
        .split(',')
        .map(Number)) {
        // If the row was deleted, this finds the one after it.
        const [row] = await read(project, seq - 1, 1)
        if (row?.seq === seq) rows.push(row)
      }
      return rows
    },
    head: async (project) => (await head(project)) ?? { seq: 0, hash: GENESIS_HASH },
  }
}

function statementTexts({ placeholder }: Dialect) {
  const [one, two, three, four, five, six] = [1, 2, 3, 4, 5, 6].map(placeholder)
  const columns = '"seq", "type", "payload", "time", "hash"'
  return {
    head: `SELECT "last_seq", "last_hash" FROM "projects" WHERE "id" = ${one} AND "removed" = 0`,
    advance: `UPDATE "projects" SET "last_seq" = ${one}, "last_hash" = ${two} WHERE "id" = ${three}`,
    insert: `INSERT INTO "events" ("project_id", ${columns}) VALUES (${one}, ${two}, ${three}, ${four}, ${five}, ${six})`,
    read: `SELECT ${columns} FROM "events" WHERE "project_id" = ${one} AND "seq" >= ${two} ORDER BY "seq"`,
    note: `INSERT INTO "call_events" ("tool_id", "project_id", "seqs") VALUES (${one}, ${two}, ${three}) ON CONFLICT ("tool_id", "project_id") DO UPDATE
      SET "seqs" = "call_events"."seqs" || ',' || excluded."seqs" WHERE length("call_events"."seqs") < ${MAX_SEQS_LENGTH}`,
    ofCall: `SELECT "seqs" FROM "call_events" WHERE "tool_id" = ${one} AND "project_id" = ${two}`,
  }
}

function seqsOfCalls(drafts: readonly EventDraft[], rows: readonly LogRow[]): Map<ExecutionId, number[]> {
  const found = new Map<ExecutionId, number[]>()
  for (const [index, { payload }] of drafts.entries()) {
    const call = callOf(payload)
    if (call) found.set(call, [...(found.get(call) ?? []), rows[index]?.seq as number])
  }
  return found
}

/** Counts stored bytes, which are about as many as when read. The row at `after` is read only for its hash. */
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
