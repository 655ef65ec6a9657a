// The life of an execution. Nothing else changes a status; a move that is not in the table is refused.

import type { Digest } from '../digest/digest.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { ApprovalId, AttemptId, RunnerId } from '../ids/ids.ts'
import type { ClearedBy } from './clearance.ts'
import type { ErrorDetails, Execution, ExecutionIn, Status } from './state.ts'

interface Ending {
  readonly at: string
  readonly error: string
  readonly error_type: ErrorCode
  readonly error_details?: ErrorDetails | undefined
}

interface Outcome {
  readonly at: string
  readonly execution_time_ms: number | null
  readonly result: unknown
  readonly result_digest: Digest | null
  readonly result_masked: boolean
  /** How much the call printed, if the runner says so. */
  readonly output_bytes?: number | null | undefined
}

type Rated = Pick<Execution, 'base_digests' | 'risk_level' | 'reasons' | 'reasons_forms'>

interface Dispatch {
  readonly attempt_id: AttemptId
  readonly runner_id: RunnerId
  readonly clearance: string
  readonly at: string
  readonly deadline_at: string
}

/** What each move brings along. */
interface MoveFields {
  /** With the judgement that the operator is shown. */
  'approval.requested': { readonly approval_id: ApprovalId } & Partial<Rated>
  'question.asked': { readonly approval_id: ApprovalId }
  'call.edited': object
  'clearance.returned': object
  'approval.waived': { readonly by: ClearedBy; readonly at: string }
  'approval.granted': { readonly by: ClearedBy; readonly at: string }
  'approval.rejected': Ending
  'approval.expired': Ending
  'call.refused': Ending
  'runner.missed': Ending
  'runner.lost': Ending
  'execution.cancelled': Ending
  'execution.dispatched': Dispatch
  'result.completed': Outcome
  'question.answered': Outcome
  'result.failed': Outcome & Ending
}

export type MoveType = keyof MoveFields
export type ExecutionMove<T extends MoveType = MoveType> = { [K in T]: { readonly type: K } & MoveFields[K] }[T]

export const MOVES = {
  pending: {
    'approval.requested': 'awaiting_approval',
    'question.asked': 'awaiting_approval',
    'approval.waived': 'approved',
    'call.refused': 'failed',
    'runner.missed': 'failed',
    'execution.cancelled': 'cancelled',
  },
  awaiting_approval: {
    'approval.granted': 'approved',
    'approval.rejected': 'rejected',
    'approval.expired': 'timeout',
    'question.answered': 'completed',
    'call.edited': 'pending',
    'execution.cancelled': 'cancelled',
  },
  approved: {
    'execution.dispatched': 'executing',
    'call.refused': 'failed',
    'runner.missed': 'failed',
    'execution.cancelled': 'cancelled',
  },
  executing: {
    'clearance.returned': 'pending',
    'result.completed': 'completed',
    'result.failed': 'failed',
    'runner.lost': 'failed',
    'execution.cancelled': 'cancelled',
  },
  completed: {},
  rejected: {},
  timeout: {},
  failed: {},
  cancelled: {},
} as const satisfies Record<Status, Partial<Record<MoveType, Status>>>

/** Moves that are possible in a status; of several statuses, those that are possible in each. */
export type MoveFrom<S extends Status> = keyof (typeof MOVES)[S] & MoveType

/** An execution of status S after a move of type T. */
export type Moved<S extends Status, T> = ExecutionIn<S extends Status ? (typeof MOVES)[S][T & keyof (typeof MOVES)[S]] & Status : never>

export type OpenStatus = { [S in Status]: keyof (typeof MOVES)[S] extends never ? never : S }[Status]

export const nextStatus = (status: Status, move: MoveType): Status | undefined => (MOVES[status] as Partial<Record<MoveType, Status>>)[move]

export const isEnd = (status: Status): boolean => Object.keys(MOVES[status]).length === 0

export const isOpen = (execution: Execution): execution is ExecutionIn<OpenStatus> => !isEnd(execution.status)

export class IllegalMove extends Error {
  override readonly name = 'IllegalMove'
}

/** The only way to change a status: the table gives the next status, the move brings the fields that it requires. */
export function applyMove<E extends Execution, T extends MoveFrom<E['status']>>(execution: E, move: ExecutionMove<T>): Moved<E['status'], T>
export function applyMove(execution: Execution, move: ExecutionMove): Execution {
  const status = nextStatus(execution.status, move.type)
  if (!status) throw new IllegalMove(`${move.type} is not possible in ${execution.status}`)
  return { ...execution, ...changesOf(move), status } as Execution
}

type Changes = Partial<Omit<ExecutionIn<'pending'>, 'status'>>

function changesOf(move: ExecutionMove): Changes {
  switch (move.type) {
    case 'approval.requested': {
      const { type, ...asked } = move
      return { ...asked, requires_approval: true, runner_deadline_at: null }
    }
    case 'question.asked':
      return { approval_id: move.approval_id }
    case 'call.edited':
      return { approval_id: null }
    case 'clearance.returned':
      return { cleared_by: null, approved_at: null, attempt_id: null, runner_id: null, clearance: null, started_at: null }
    case 'approval.waived':
    case 'approval.granted':
      return { cleared_by: move.by, approved_at: move.at }
    case 'execution.dispatched':
      return {
        attempt_id: move.attempt_id,
        runner_id: move.runner_id,
        clearance: move.clearance,
        started_at: move.at,
        runner_deadline_at: move.deadline_at,
      }
    case 'result.completed':
    case 'question.answered':
      return outcome(move)
    case 'result.failed':
      return { ...outcome(move), ...ending(move) }
    default:
      return ending(move)
  }
}

const outcome = (move: Outcome): Changes => ({
  completed_at: move.at,
  execution_time_ms: move.execution_time_ms,
  result: move.result,
  result_digest: move.result_digest,
  result_masked: move.result_masked,
  ...(move.output_bytes !== undefined && { output_bytes: move.output_bytes }),
  runner_deadline_at: null,
})

const MAX_ERROR_CHARACTERS = 1000

/** The form of a text that is cut is left out: it would say more than the text. */
function ending({ at, error, error_type, error_details: { form, ...details } = {} }: Ending): Changes {
  const error_details = { ...details, ...(form && error.length <= MAX_ERROR_CHARACTERS && { form }) }
  return {
    completed_at: at,
    error: error.slice(0, MAX_ERROR_CHARACTERS),
    error_type,
    error_details: Object.keys(error_details).length > 0 ? error_details : null,
    runner_deadline_at: null,
  }
}
