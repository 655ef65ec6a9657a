// What the parts of a runner on stdio share.
import type { ApproveMode, SessionId } from '@countersign/protocol'
import type { JudgedBy, RunClearedPorts } from '../../execute/run-call.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Questions } from './questions.ts'
import type { ReviewedCalls } from './reviewed-calls.ts'

export interface ApprovalSeconds {
  readonly MEDIUM: number
  readonly HIGH: number
  readonly question: number
}

export interface StdioPorts extends RunClearedPorts {
  readonly mode: ApproveMode
  /** All calls of one parent share a `/tmp`. */
  readonly session: SessionId
  /** There is no server: the mode that the parent chose, and no rules but the runner's. */
  readonly judgedBy: Required<JudgedBy>
  readonly approvalSeconds: ApprovalSeconds
  readonly questions: Questions
  readonly reviewed: ReviewedCalls
  readonly logger: Logger
  readonly clock: () => number
  send(message: object): void
  sendError(error: unknown, call_id?: string): void
}
