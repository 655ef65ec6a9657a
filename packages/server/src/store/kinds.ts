// What a column can hold. A dialect says how each kind is stored; the tables and the queries only name kinds.
import type { Query } from '@countersign/core'

/** `log` is JSON text that must come out byte for byte as it went in; `jws` is a compact JWS. */
export type Kind = 'text' | 'integer' | 'boolean' | 'json' | 'log' | 'jws' | 'id' | 'digest' | 'time'

/** One table as data. `fixed` columns never change after the insert, so an update leaves them and their indexes alone. */
export interface TableShape<Row> {
  readonly name: string
  readonly columns: Readonly<Record<keyof Row & string, Kind>>
  readonly fixed: readonly (keyof Row & string)[]
  /** The few rows that are still open, where the table has an index of only those. */
  readonly open?: OpenRows<Row>
}

export interface OpenRows<Row> {
  readonly index: string
  /** True of exactly the rows in that index. */
  readonly condition: string
  /** Whether every row that the query can find is an open one. */
  holds(query: Query<Row>): boolean
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
  /** Returns how many rows were changed. */
  run(text: string, values: readonly SqlValue[]): Awaitable<number>
}
