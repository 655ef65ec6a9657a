// Queries on a table: equality, one range and one order, or one page of a list.

export interface Query<Row> {
  readonly equal?: Partial<Row>
  readonly among?: { readonly column: keyof Row & string; readonly values: readonly unknown[] }
  readonly range?: { readonly column: keyof Row & string; readonly atLeast?: string; readonly below?: string }
  /** Newest or oldest first; the id breaks ties, so that a page can continue where the last one ended. */
  readonly order?: { readonly column: keyof Row & string; readonly descending?: boolean }
  readonly limit?: number
}

/** The position of a row in a list by time; the id orders rows of the same millisecond. */
export interface Place {
  readonly created_at: string
  readonly id: string
}

/** A part of a list, newest first. */
export interface PageQuery<Row> extends Pick<Query<Row>, 'equal'> {
  /** Only rows that have a value in this column. */
  readonly present?: keyof Row & string
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** The last row of the previous page. */
  readonly after?: Place | undefined
  readonly limit: number
  /** The page ends with the row that exceeds this, however few rows it has: rows may be large. */
  readonly maxBytes: number
}

export interface Page<Row> {
  readonly rows: Row[]
  /** Where to continue; omitted if there is nothing more. */
  readonly next?: Place
}
