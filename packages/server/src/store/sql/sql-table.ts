// One generic table in SQL: its statements are built from its shape, its rows are mapped by the kinds of its columns. Every value
// is a parameter and names come only from the shapes, so no input ever becomes SQL text.
import type { PageQuery, Place, Query, Table } from '@countersign/core'
import type { Codec, ColumnValues, Dialect, FewRows, SqlConnection, SqlValue, TableShape } from './kinds.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

interface Terms {
  readonly texts: string[]
  readonly values: SqlValue[]
}

export function quote(name: string): string {
  return `"${name}"`
}

export function whereText<Row>(dialect: Dialect, shape: TableShape<Row>, query: Query<Row>, values: SqlValue[] = []): Statement {
  const terms: Terms = { texts: [], values }
  const scope = { dialect, shape, terms }
  for (const [column, value] of Object.entries(query.equal ?? {})) addEqual(scope, column, value)
  if (query.among) addAmong(scope, query.among.column, query.among.values)
  const { range } = query
  if (range?.atLeast !== undefined) addTerm(scope, range.column, '>=', range.atLeast)
  if (range?.below !== undefined) addTerm(scope, range.column, '<', range.below)
  if (range && range.atLeast === undefined && range.below === undefined) terms.texts.push(`${quote(range.column)} IS NOT NULL`)
  const few = fewRowsOf(shape, query)
  if (few) terms.texts.push(few.condition)
  if (shape.removed) terms.texts.push(`${quote(shape.removed)} = 0`)
  return { text: terms.texts.length > 0 ? ` WHERE ${terms.texts.join(' AND ')}` : '', values: terms.values }
}

export function fromText<Row>(dialect: Dialect, shape: TableShape<Row>, query: Query<Row>): string {
  const few = fewRowsOf(shape, query)
  return ` FROM ${quote(shape.name)}${few ? dialect.useIndex(few.index) : ''}`
}

const fewRowsOf = <Row>({ few }: TableShape<Row>, query: Query<Row>): FewRows<Row> | undefined =>
  query.equal && 'id' in query.equal ? undefined : few?.find(({ when }) => holdsAll(when, query))

/** Whether every row that the query can find is in that index. */
function holdsAll<Row>({ equal = {}, given = [], oneOf, range }: FewRows<Row>['when'], query: Query<Row>): boolean {
  const asked = (query.equal ?? {}) as Readonly<Record<string, unknown>>
  return (
    Object.entries(equal).every(([column, value]) => asked[column] === value) &&
    given.every((column) => asked[column] !== undefined) &&
    (oneOf === undefined || isOneOf(oneOf, query)) &&
    (range === undefined || query.range?.column === range)
  )
}

function isOneOf<Row>({ column, values }: ColumnValues<Row>, { equal, among }: Query<Row>): boolean {
  const allowed: readonly unknown[] = values
  return allowed.includes(equal?.[column]) || (among?.column === column && among.values.every((value) => allowed.includes(value)))
}

/** The id breaks ties in the same direction, so that the order is always the same. */
export function orderText<Row>({ order, limit }: Pick<Query<Row>, 'order' | 'limit'>): string {
  const direction = order?.descending ? ' DESC' : ''
  const tie = order?.column === 'id' ? '' : `, "id"${direction}`
  const ordered = order ? ` ORDER BY ${quote(order.column)}${direction}${tie}` : ''
  return limit === undefined ? ordered : `${ordered}${limitText(limit)}`
}

/** Not a parameter: SQLite plans a statement again each time a limit is bound, which costs more than the query. */
export function limitText(limit: number): string {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`a limit of ${limit} rows`)
  return ` LIMIT ${limit}`
}

interface Scope<Row> {
  readonly dialect: Dialect
  readonly shape: TableShape<Row>
  readonly terms: Terms
}

/** `undefined` is bound as NULL, which equals nothing: a forgotten value finds no row instead of every row. */
function addEqual<Row>(scope: Scope<Row>, column: string, value: unknown): void {
  if (value === null) scope.terms.texts.push(`${quote(column)} IS NULL`)
  else addTerm(scope, column, '=', value)
}

function addTerm<Row>(scope: Scope<Row>, column: string, operator: string, value: unknown): void {
  scope.terms.texts.push(`${quote(column)} ${operator} ${bind(scope, column, value)}`)
}

function addAmong<Row>(scope: Scope<Row>, column: string, among: readonly unknown[]): void {
  const bound = among.filter((value) => value !== null).map((value) => bind(scope, column, value))
  const texts = bound.length > 0 ? [`${quote(column)} IN (${bound.join(', ')})`] : []
  if (among.includes(null)) texts.push(`${quote(column)} IS NULL`)
  scope.terms.texts.push(texts.length > 0 ? `(${texts.join(' OR ')})` : '1 = 0')
}

function bind<Row>({ dialect, shape, terms }: Scope<Row>, column: string, value: unknown): string {
  const kind = (shape.columns as Record<string, keyof Dialect['codecs']>)[column]
  if (!kind) throw new TypeError(`${shape.name} has no column ${column}`)
  return dialect.placeholder(terms.values.push(dialect.codecs[kind].encode(value)))
}

type PlaceQuery = Pick<PageQuery<unknown>, 'since' | 'until' | 'after'>

/** A page of a list, newest first, starting after the last row of the previous page. One extra row shows whether there are more. */
export function pageText<Row>(dialect: Dialect, shape: TableShape<Row>, query: PageQuery<Row>): Statement {
  const asked = { ...(query.equal && { equal: query.equal }) } as Query<Row>
  const where = whereText(dialect, shape, asked)
  const values = [...where.values]
  const more = [...placeTerms(dialect, query, values), ...(query.present ? [`${quote(query.present)} IS NOT NULL`] : [])]
  const conditions = more.length > 0 ? `${where.text ? `${where.text} AND ` : ' WHERE '}${more.join(' AND ')}` : where.text
  return { text: `${fromText(dialect, shape, asked)}${conditions}${NEWEST_FIRST}${limitText(query.limit + 1)}`, values }
}

export const NEWEST_FIRST = ' ORDER BY "created_at" DESC, "id" DESC'

/** Appends its parameters to `values`. */
export function placeTerms(dialect: Dialect, { since, until, after }: PlaceQuery, values: SqlValue[]): string[] {
  const bind = (kind: 'id' | 'time', value: string) => dialect.placeholder(values.push(dialect.codecs[kind].encode(value)))
  return [
    ...(since === undefined ? [] : [`"created_at" >= ${bind('time', since)}`]),
    ...(until === undefined ? [] : [`"created_at" < ${bind('time', until)}`]),
    ...(after === undefined ? [] : [afterText(after, bind)]),
  ]
}

const afterText = ({ created_at, id }: Place, bind: (kind: 'id' | 'time', value: string) => string): string =>
  `("created_at", "id") < (${bind('time', created_at)}, ${bind('id', id)})`

/** A statement runs when its method is called, not when its promise is awaited, so it always belongs to the caller's transaction. */
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
  const setsOf = (chosen: readonly string[]) => chosen.map((name, index) => `${quote(name)} = ${dialect.placeholder(index + 1)}`).join(', ')
  /** An index whose columns are left alone costs nothing. */
  const differing = (row: Row, before: Row | undefined) => {
    const found = before ? changing.filter((name) => row[name] !== before[name]) : changing
    return found.length > 0 ? found : changing
  }
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
    update: async (row, when, before) => {
      const chosen = differing(row, before)
      const where = whereText(dialect, shape, { equal: { ...when, id: row.id } as Partial<Row> }, encodeAll(row, chosen))
      return (await connection.run(`UPDATE ${table} SET ${setsOf(chosen)}${where.text}`, where.values)) > 0
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
