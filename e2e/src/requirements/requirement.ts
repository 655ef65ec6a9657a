// One sentence of docs/spec.md that can be checked. A scenario names it, or the row names a unit test, or later work will verify it.

export type LaterWork = 'guard' | 'more tools' | 'channels' | 'agent' | 'page' | 'editor' | 'scale'

export interface Requirement {
  readonly id: string
  readonly section: number
  readonly text: string
  readonly status?: 'later'
  readonly brings?: LaterWork
  /** Tests outside this folder, as `path#words of the test's name`. */
  readonly verifiedBy?: readonly string[]
}

type Row = string | Omit<Requirement, 'id' | 'section'>

export type Section<Id extends string> = Readonly<Record<Id, Requirement>>

/** The rows of one section of the specification, in its order. */
export function section<const Id extends string>(number: number, rows: Record<Id, Row>): Section<Id> {
  const entries = Object.entries<Row>(rows).map(([id, row]) => [
    id,
    { id, section: number, ...(typeof row === 'string' ? { text: row } : row) },
  ])
  return Object.fromEntries(entries) as Section<Id>
}

export const later = (brings: LaterWork, text: string): Row => ({ text, status: 'later', brings })

export const tested = (text: string, ...verifiedBy: string[]): Row => ({ text, verifiedBy })
