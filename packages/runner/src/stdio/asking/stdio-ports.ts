// What the parts of a runner on stdio share.
import type { ApproveMode, SessionId } from '@countersign/protocol'
import type { RunClearedPorts } from '../../execute/run-call.ts'
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
  readonly approvalSeconds: ApprovalSeconds
  readonly questions: Questions
  readonly reviewed: ReviewedCalls
  readonly logger: Logger
  readonly clock: () => number
  send(message: object): void
  sendError(error: unknown, call_id?: string): void
}
