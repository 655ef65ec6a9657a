// One generic table: its statements are made from its shape, its rows are mapped by the kinds of its columns.
// A statement runs when its method is called, not when its promise is awaited, so it always belongs to the caller's transaction.
import type { Query, Table } from '@countersign/core'
import type { Codec, Dialect, SqlConnection, SqlValue, TableShape } from './kinds.ts'
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
  const getText = `SELECT ${columns} FROM ${table} WHERE "id" = ${dialect.placeholder(1)}`
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
      await connection.run(`DELETE FROM ${table}${where.text}`, where.values)
    },
    find,
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
