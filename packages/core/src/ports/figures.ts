// Counts over many calls, made where the rows are: nobody reads a hundred thousand of them to draw a chart.
import type { ProjectId, Risk, Status } from '@countersign/protocol'

export interface FigureQuery {
  readonly project_id: ProjectId
  readonly user_id: string
  /** By when a call or a question was made. */
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
  /** To the tenth, rounded down; null where nobody answered. */
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
