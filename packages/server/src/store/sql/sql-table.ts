// One generic table: its statements are made from its shape, its rows are mapped by the kinds of its columns.
// A statement runs when its method is called, not when its promise is awaited, so it always belongs to the caller's transaction.
import type { Place, Query, Table } from '@countersign/core'
import type { Codec, Dialect, SqlConnection, SqlValue, TableShape } from './kinds.ts'
import { pageText } from './page-text.ts'
import { fromText, orderText, quote, whereText } from './query-text.ts'

export function sqlTable<Row extends { readonly id: string }>(
  connection: SqlConnection,
  dialect: Dialect,
  shape: TableShape<Row>,
): Table<Row> {
  const names = Object.keys(shape.columns) as (keyof Row & string)[]
  const { encodeAll, decodeRow } = rowMapper(dialect, shape, names)
  const changing = names.filter((name) => !shape.fixed.includes(name))
  const table = quote(shape.name)
  const columns = names.map(quote).join(', ')
  const marks = names.map((_, index) => dialect.placeholder(index + 1)).join(', ')
  const sets = changing.map((name, index) => `${quote(name)} = ${dialect.placeholder(index + 1)}`).join(', ')
  const insertText = `INSERT INTO ${table} (${columns}) VALUES (${marks})`
  const isThere = shape.removed ? ` AND ${quote(shape.removed)} = 0` : ''
  const getText = `SELECT ${columns} FROM ${table} WHERE "id" = ${dialect.placeholder(1)}${isThere}`
  const deletion = shape.removed ? `UPDATE ${table} SET ${quote(shape.removed)} = 1` : `DELETE FROM ${table}`
  const idCodec = dialect.codecs[shape.columns.id]
  const find = async (query: Query<Row>) => {
    const where = whereText(dialect, shape, query)
    return (await connection.rows(`SELECT ${columns}${fromText(dialect, shape, query)}${where.text}${orderText(query)}`, where.values)).map(
      decodeRow,
    )
  }
  return {
    insert: async (row) => void (await connection.run(insertText, encodeAll(row, names))),
    get: async (id) => (await connection.rows(getText, [idCodec.encode(id)])).map(decodeRow)[0],
    update: async (row, when) => {
      const where = whereText(dialect, shape, { equal: { ...when, id: row.id } as Partial<Row> }, encodeAll(row, changing))
      return (await connection.run(`UPDATE ${table} SET ${sets}${where.text}`, where.values)) > 0
    },
    delete: async (id) => {
      const where = whereText(dialect, shape, { equal: { id } as Partial<Row> })
      await connection.run(`${deletion}${where.text}`, where.values)
    },
    find,
    page: async (query) => {
      const { text, values } = pageText(dialect, shape, query)
      const found = await connection.rowsWithin(`SELECT ${columns}${text}`, values, query.maxBytes)
      const rows = found.rows.slice(0, query.limit).map(decodeRow)
      const last = rows.at(-1) as Place | undefined
      const hasMore = found.hasMore || found.rows.length > query.limit
      return { rows, ...(hasMore && last && { next: { created_at: last.created_at, id: last.id } }) }
    },
    count: async (query) => {
      const where = whereText(dialect, shape, query)
      const found = `SELECT 1${fromText(dialect, shape, query)}${where.text}${orderText({ limit: query.limit })}`
      return Number((await connection.rows(`SELECT count(*) FROM (${found}) AS found`, where.values))[0]?.[0])
    },
  }
}

function rowMapper<Row>(dialect: Dialect, shape: TableShape<Row>, names: readonly (keyof Row & string)[]) {
  const codecs = Object.fromEntries(names.map((name) => [name, dialect.codecs[shape.columns[name]]])) as Record<keyof Row & string, Codec>
  const inOrder = names.map((name) => [name, codecs[name]] as const)
  return {
    encodeAll: (row: Row, chosen: readonly (keyof Row & string)[]): SqlValue[] => chosen.map((name) => codecs[name].encode(row[name])),
    decodeRow: (values: readonly SqlValue[]): Row => {
      const row: Record<string, unknown> = {}
      for (let index = 0; index < inOrder.length; index++) {
        const [name, codec] = inOrder[index] as (typeof inOrder)[number]
        row[name] = codec.decode(values[index] as SqlValue)
      }
      return row as Row
    },
  }
}
