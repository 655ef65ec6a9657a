// Queries of a table: equality, one range and one order, or one page of a list.

export interface Query<Row> {
  readonly equal?: Partial<Row>
  readonly among?: { readonly column: keyof Row & string; readonly values: readonly unknown[] }
  readonly range?: { readonly column: keyof Row & string; readonly atLeast?: string; readonly below?: string }
  /** Newest or oldest first; the id breaks ties, so that a page can go on where the last one ended. */
  readonly order?: { readonly column: keyof Row & string; readonly descending?: boolean }
  readonly limit?: number
}

/** The position of a row in a list by time; the id orders the rows of one millisecond. */
export interface Place {
  readonly created_at: string
  readonly id: string
}

/** A part of a list, newest first. */
export interface PageQuery<Row> extends Pick<Query<Row>, 'equal'> {
  /** Only rows that have a value there. */
  readonly present?: keyof Row & string
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** The row that the page before ended with. */
  readonly after?: Place | undefined
  readonly limit: number
  /** The page ends with the row that goes beyond it, however few there are: rows may be large. */
  readonly maxBytes: number
}

export interface Page<Row> {
  readonly rows: Row[]
  /** Where to go on from; left out where there is nothing more. */
  readonly next?: Place
}
