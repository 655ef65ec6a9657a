// The kinds of values a column can contain. A dialect defines how each kind is stored; tables and queries only name kinds.

/** `log` is JSON text that must be read back byte for byte as it was written; `jws` is a compact JWS. */
export type Kind = 'text' | 'integer' | 'boolean' | 'json' | 'log' | 'jws' | 'id' | 'digest' | 'time'

/** One table as data. `fixed` columns never change after the insert, so an update skips them and their indexes. */
export interface TableShape<Row> {
  readonly name: string
  readonly columns: Readonly<Record<keyof Row & string, Kind>>
  readonly fixed: readonly (keyof Row & string)[]
  /** Partial indexes; the first that matches a query is used. */
  readonly few?: readonly FewRows<Row>[]
  /** A column that is 1 if the row was deleted but some of its data is left. No query finds such a row. */
  readonly removed?: string
}

/** A partial index. It is named in the query, because without statistics the planner would scan a whole session instead. */
export interface FewRows<Row> {
  readonly index: string
  /** True for exactly the rows in that index. */
  readonly condition: string
  /** A query with all of these conditions finds only rows in that index. */
  readonly when: {
    readonly equal?: Partial<Row>
    /** Columns that the query compares with any value. */
    readonly given?: readonly (keyof Row & string)[]
    readonly oneOf?: ColumnValues<Row>
    /** The column of the query's range. */
    readonly range?: keyof Row & string
  }
}

export interface ColumnValues<Row> {
  readonly column: keyof Row & string
  readonly values: readonly unknown[]
}

export type SqlValue = null | number | string | Uint8Array

export interface Codec {
  encode(value: unknown): SqlValue
  decode(value: SqlValue): unknown
}

export interface Dialect {
  readonly codecs: Readonly<Record<Kind, Codec>>
  /** The n-th parameter of a statement, starting at 1. */
  placeholder(position: number): string
  /** Follows a table's name to make the planner use that index; empty if the planner finds it without help. */
  useIndex(name: string): string
}

type Awaitable<T> = T | PromiseLike<T>

/** One open transaction of a database. Rows are arrays in the order of the requested columns. */
export interface SqlConnection {
  /** Stops reading after the first row for which `enough` is true. */
  rows(text: string, values: readonly SqlValue[], enough?: (row: readonly SqlValue[]) => boolean): Awaitable<SqlValue[][]>
  /** The first rows, up to and including the one that exceeds the byte limit; `hasMore` is true if more rows follow. */
  rowsWithin(text: string, values: readonly SqlValue[], maxBytes: number): Awaitable<{ rows: SqlValue[][]; hasMore: boolean }>
  /** Returns how many rows were changed. */
  run(text: string, values: readonly SqlValue[]): Awaitable<number>
}
