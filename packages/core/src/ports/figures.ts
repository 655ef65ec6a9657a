// Counts over many calls, updated with each call, so that drawing a chart does not read a million rows. Days are UTC days.
import type { ProjectId, Risk, Status } from '@countersign/protocol'

export interface FigureQuery {
  readonly project_id: ProjectId
  /** Both are midnight: the first day, and the day after the last. A call or an approval counts by the time it was created. */
  readonly since: string
  readonly until: string
  /** The agent whose calls are left out. */
  readonly besides: string
}

export interface CallFigure {
  readonly tool_name: string
  readonly risk_level: Risk | null
  readonly status: Status
  /** In UTC, such as 2026-01-31. */
  readonly day: string
  readonly count: number
}

export interface DecisionFigure {
  readonly answer: 'approved' | 'rejected' | 'answered' | 'expired'
  /** Rounded down to one of WAIT_STEPS; null if nobody answered. */
  readonly waited_seconds: number | null
  readonly count: number
}

/** Both lists are unordered. */
export interface Figures {
  calls(query: FigureQuery): Promise<CallFigure[]>
  /** Approvals that have ended, each counted by its final answer. */
  decisions(query: FigureQuery): Promise<DecisionFigure[]>
}

export const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Calls of tools that do not exist are counted together under this name, because an agent can invent any number of names. */
export const UNKNOWN_TOOL = 'unknown'

const SERIES = [10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 50, 56, 60, 68, 75, 82, 91]
const TENTHS = [...Array(10).keys(), ...[1, 10, 100, 1_000, 10_000].flatMap((decade) => SERIES.map((step) => step * decade))]

/** In seconds: tenths below one second, then steps of at most a tenth of the value. The number of steps is fixed. */
export const WAIT_STEPS: readonly number[] = TENTHS.map((tenths) => tenths / 10)

export const waitStepOf = (milliseconds: number): number => WAIT_STEPS.findLast((step) => step * 1000 <= milliseconds) ?? 0
