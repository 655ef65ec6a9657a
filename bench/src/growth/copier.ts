// Copies of one row of a table: every column as the server wrote it, except the given ones; all times are shifted together.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export type Row = Record<string, SQLInputValue>

/** Inserts a copy, shifted to another time, with these columns changed. */
export type Copy = (template: Row, time: number, changes: Row) => void

export function createCopier(database: DatabaseSync, table: string): Copy {
  const columns = database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  const times = new Set(columns.filter((column) => column.endsWith('_at')))
  return (template, time, changes) => {
    const shift = time - Number(template.created_at)
    const moved = (column: string): SQLInputValue => {
      const value = template[column] ?? null
      return times.has(column) && typeof value === 'number' ? value + shift : value
    }
    insert.run(...columns.map((column) => (column in changes ? (changes[column] ?? null) : moved(column))))
  }
}

const ID_BYTES = 16
const pool = Buffer.alloc(ID_BYTES)

/** A UUIDv7 in bytes: the time first, then the unique part. */
export function idAt(time: number): Uint8Array {
  const id = Buffer.from(crypto.getRandomValues(pool))
  id.writeUIntBE(time, 0, 6)
  id[6] = 0x70 | ((id[6] ?? 0) & 0x0f)
  id[8] = 0x80 | ((id[8] ?? 0) & 0x3f)
  return id
}

export const bytesOfId = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex')

export const textOfId = (id: Uint8Array): string =>
  Buffer.from(id)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
