// What a column can hold. A dialect says how each kind is stored; the tables and the queries only name kinds.

/** `log` is JSON text that must come out byte for byte as it went in; `jws` is a compact JWS. */
export type Kind = 'text' | 'integer' | 'boolean' | 'json' | 'log' | 'jws' | 'id' | 'digest' | 'time'

/** One table as data. `fixed` columns never change after the insert, so an update leaves them and their indexes alone. */
export interface TableShape<Row> {
  readonly name: string
  readonly columns: Readonly<Record<keyof Row & string, Kind>>
  readonly fixed: readonly (keyof Row & string)[]
  /** Indexes of a few of the rows only; the first that holds is used. */
  readonly few?: readonly FewRows<Row>[]
  /** A column that is 1 where a row was deleted, for as long as something of it is left: no query finds such a row. */
  readonly removed?: string
}

/** Without statistics a planner would rather walk through all of a session: such an index is named. */
export interface FewRows<Row> {
  readonly index: string
  /** True of exactly the rows in that index. */
  readonly condition: string
  /** A query that asks for all of this finds only rows that are in that index. */
  readonly when: {
    readonly equal?: Partial<Row>
    /** Columns that the query compares with some value. */
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
  /** The n-th parameter of a statement, from 1. */
  placeholder(position: number): string
  /** Goes after a table's name to make the planner use that index; empty where it finds it by itself. */
  useIndex(name: string): string
}

type Awaitable<T> = T | PromiseLike<T>

/** One open transaction of a database. Rows are arrays in the order of the columns that were asked for. */
export interface SqlConnection {
  /** Reads no further than the first row that is `enough`. */
  rows(text: string, values: readonly SqlValue[], enough?: (row: readonly SqlValue[]) => boolean): Awaitable<SqlValue[][]>
  /** The first rows, up to and with the one that goes beyond so many bytes; `hasMore` where that was not the last. */
  rowsWithin(text: string, values: readonly SqlValue[], maxBytes: number): Awaitable<{ rows: SqlValue[][]; hasMore: boolean }>
  /** Returns how many rows were changed. */
  run(text: string, values: readonly SqlValue[]): Awaitable<number>
}
