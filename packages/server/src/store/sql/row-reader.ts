// Reads one execution by its stored key, with its size in bytes.
import type { Execution } from '@countersign/protocol'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'
import { quote } from './sql-table.ts'
import { executions } from './tables.ts'

export function createRowReader(connection: SqlConnection, dialect: Dialect) {
  const columns = Object.entries(executions.columns).map(([name, kind]) => ({ name, codec: dialect.codecs[kind] }))
  const names = columns.map(({ name }) => quote(name)).join(', ')
  const text = `SELECT ${names} FROM ${quote(executions.name)} WHERE "id" = ${dialect.placeholder(1)}`
  return async (id: SqlValue): Promise<{ row: Execution; bytes: number } | undefined> => {
    const [values] = await connection.rows(text, [id])
    if (!values) return undefined
    const row = Object.fromEntries(columns.map(({ name, codec }, index) => [name, codec.decode(values[index] as SqlValue)]))
    return { row: row as unknown as Execution, bytes: bytesOf(values) }
  }
}

const bytesOf = (values: readonly SqlValue[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8), 0)
