// One line of the report, and what a measure is.
import { type FigureName, GOALS, type Goal } from './goals.ts'
import type { Pair } from './pair.ts'

export interface Figure {
  readonly name: FigureName
  readonly value: number
  /** What stands behind a ratio, with units. */
  readonly ours?: string
  readonly bare?: string
  readonly note?: string
}

export type Verdict = 'goal' | 'within' | 'FAILS' | 'shown'

export function judge({ name, value }: Figure): Verdict {
  const { goal, limit, moreIsBetter }: Goal = GOALS[name]
  if (goal === undefined || limit === undefined) return 'shown'
  // Counts over many calls hold a few of the database's own housekeeping.
  const rounded = Math.round(value * 100) / 100
  const beyond = (bound: number) => (moreIsBetter ? rounded < bound : rounded > bound * (isCount(name) ? 1.05 : 1))
  if (beyond(limit)) return 'FAILS'
  return beyond(goal) ? 'within' : 'goal'
}

const isCount = (name: FigureName): boolean => GOALS[name].unit === ''

export interface Context {
  readonly quick: boolean
  /** Both programs, running; started when first asked for. */
  readonly pair: () => Promise<Pair>
  /** Where both programs were used: a completed row must be there for every call that was made. */
  readonly verify: () => Promise<void>
  /** A new empty folder, removed at the end. */
  readonly folder: () => string
  readonly say: (text: string) => void
}

export interface Measure {
  readonly name: string
  readonly run: (context: Context) => Promise<Figure[]>
}
