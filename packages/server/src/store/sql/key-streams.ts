// Keys of calls, newest first, read in small batches from an index that covers the whole key; several such streams can be merged.
import type { CallQuery } from '@countersign/core'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'
import { limitText, NEWEST_FIRST, placeTerms } from './sql-table.ts'

export interface Key {
  readonly time: number
  /** As stored: bytes that sort like their text. */
  readonly id: SqlValue
}

/** Returns the next keys; an empty list at the end. */
export type KeyStream = () => Promise<Key[]>

const FIRST_KEYS = 8
const MORE_KEYS = 64

export function createKeyStream(connection: SqlConnection, dialect: Dialect, query: Pick<CallQuery, 'since' | 'until' | 'after'>) {
  const streamOf = (index: string, conditions: readonly string[], given: readonly SqlValue[]): KeyStream => {
    let after: Key | undefined
    let isDone = false
    return async () => {
      if (isDone) return []
      const count = after ? MORE_KEYS : FIRST_KEYS
      const values = [...given]
      const terms = [...conditions, ...placeTerms(dialect, after ? { since: query.since } : query, values)]
      if (after) terms.push(`("created_at", "id") < (${[after.time, after.id].map((v) => dialect.placeholder(values.push(v))).join(', ')})`)
      const from = ` FROM "tool_executions"${dialect.useIndex(index)} WHERE ${terms.join(' AND ')}`
      const rows = await connection.rows(`SELECT "created_at", "id"${from}${NEWEST_FIRST}${limitText(count)}`, values)
      const keys = rows.map(([time, id]) => ({ time: Number(time), id: id as SqlValue }))
      after = keys.at(-1) ?? after
      isDone = keys.length < count
      return keys
    }
  }
  const equal = (column: string, position: number) => `"${column}" = ${dialect.placeholder(position)}`
  const grouped = ['project_id', 'agent', 'tool_name', 'status'].map((column, index) => equal(column, index + 1))
  return {
    ofProject: (project: SqlValue) => streamOf('executions_by_time', [equal('project_id', 1)], [project]),
    ofSession: (session: SqlValue) => streamOf('executions_by_session', [equal('session_id', 1)], [session]),
    /** A group is agent, tool, status and risk. The risk is empty if the call was refused before it was rated. */
    ofGroup: (project: SqlValue, [agent = '', tool = '', status = '', risk = '']: readonly SqlValue[]) =>
      streamOf(
        'executions_by_group',
        [...grouped, risk === '' ? '"risk_level" IS NULL' : equal('risk_level', 5)],
        [project, agent, tool, status, ...(risk === '' ? [] : [risk])],
      ),
  }
}

/** Merges the streams into one order. */
export async function* mergeKeys(streams: readonly KeyStream[]): AsyncGenerator<Key> {
  const heads: { keys: Key[]; at: number; stream: KeyStream }[] = []
  for (const stream of streams) {
    const keys = await stream()
    if (keys.length > 0) heads.push({ keys, at: 0, stream })
  }
  while (heads.length > 0) {
    let first = 0
    for (let index = 1; index < heads.length; index++) if (isNewer(keyOf(heads[index]), keyOf(heads[first]))) first = index
    const head = heads[first] as (typeof heads)[number]
    yield keyOf(head)
    head.at += 1
    if (head.at < head.keys.length) continue
    head.keys = await head.stream()
    head.at = 0
    if (head.keys.length === 0) heads.splice(first, 1)
  }
}

const keyOf = (head: { keys: Key[]; at: number } | undefined): Key => head?.keys[head.at] as Key

function isNewer(a: Key, b: Key): boolean {
  if (a.time !== b.time) return a.time > b.time
  return a.id instanceof Uint8Array && b.id instanceof Uint8Array ? Buffer.compare(a.id, b.id) > 0 : String(a.id) > String(b.id)
}
