// A query as SQL. Every value is a parameter; names come from the shapes alone, so no input ever becomes SQL text.
import type { Query } from '@countersign/core'
import type { Dialect, FewRows, SqlValue, TableShape } from './kinds.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

export interface Terms {
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
  query.equal && 'id' in query.equal ? undefined : few?.find((rows) => rows.holds(query))

/** The id breaks ties in the same direction, so that two readings give the same order. */
export function orderText<Row>({ order, limit }: Pick<Query<Row>, 'order' | 'limit'>): string {
  const direction = order?.descending ? ' DESC' : ''
  const tie = order?.column === 'id' ? '' : `, "id"${direction}`
  const ordered = order ? ` ORDER BY ${quote(order.column)}${direction}${tie}` : ''
  return limit === undefined ? ordered : `${ordered}${limitText(limit)}`
}

/** Not a parameter: SQLite plans a statement anew each time a limit is bound to it, which costs more than the query. */
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
