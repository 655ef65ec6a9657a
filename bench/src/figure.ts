// One line of the report, and the interface of a measure.
import { type FigureName, GOALS, type Goal } from './goals.ts'
import type { Pair } from './pair.ts'

export interface Figure {
  readonly name: FigureName
  readonly value: number
  /** The values behind a ratio, with units. */
  readonly ours?: string
  readonly bare?: string
  readonly note?: string
}

export type Verdict = 'goal' | 'within' | 'FAILS' | 'shown'

export function judge({ name, value }: Figure): Verdict {
  const { goal, limit, moreIsBetter }: Goal = GOALS[name]
  if (goal === undefined || limit === undefined) return 'shown'
  // Counts over many calls include some housekeeping by the database.
  const rounded = Math.round(value * 100) / 100
  const beyond = (bound: number) => (moreIsBetter ? rounded < bound : rounded > bound * (isCount(name) ? 1.05 : 1))
  if (beyond(limit)) return 'FAILS'
  return beyond(goal) ? 'within' : 'goal'
}

const isCount = (name: FigureName): boolean => GOALS[name].unit === ''

export interface Context {
  readonly quick: boolean
  /** Both programs, running; started on first use. */
  readonly pair: () => Promise<Pair>
  /** If both programs were used: there must be a completed row for every call that was made. */
  readonly verify: () => Promise<void>
  /** A new empty folder, removed at the end. */
  readonly folder: () => string
  readonly say: (text: string) => void
}

export interface Measure {
  readonly name: string
  readonly run: (context: Context) => Promise<Figure[]>
}
