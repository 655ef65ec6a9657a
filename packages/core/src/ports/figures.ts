// Counts over many calls, updated with each call: nobody reads a million rows to draw a chart. Days are whole days of UTC.
import type { ProjectId, Risk, Status } from '@countersign/protocol'

export interface FigureQuery {
  readonly project_id: ProjectId
  /** Both midnight: the first day, and the day after the last, by when a call or a question was made. */
  readonly since: string
  readonly until: string
  /** Whose calls are left out. */
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
  /** Rounded down to one of WAIT_STEPS; null where nobody answered. */
  readonly waited_seconds: number | null
  readonly count: number
}

/** Both without an order. */
export interface Figures {
  calls(query: FigureQuery): Promise<CallFigure[]>
  /** Questions to the operator that have ended, each by the answer that counted. */
  decisions(query: FigureQuery): Promise<DecisionFigure[]>
}

export const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Under this name calls of tools that do not exist are counted together: an agent can think of any number of names. */
export const UNKNOWN_TOOL = 'unknown'

const SERIES = [10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 50, 56, 60, 68, 75, 82, 91]
const TENTHS = [...Array(10).keys(), ...[1, 10, 100, 1_000, 10_000].flatMap((decade) => SERIES.map((step) => step * decade))]

/** In seconds: to the tenth below one second, then steps of a tenth of the value or less. So many are kept and no more. */
export const WAIT_STEPS: readonly number[] = TENTHS.map((tenths) => tenths / 10)

export const waitStepOf = (milliseconds: number): number => WAIT_STEPS.findLast((step) => step * 1000 <= milliseconds) ?? 0
