import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  applyMove,
  type ExecutionMove,
  IllegalMove,
  isEnd,
  MOVES,
  type MoveFrom,
  type MoveType,
  nextStatus,
  type OpenStatus,
} from './lifecycle.ts'
import { type Execution, type ExecutionIn, executionSchema, NOTHING_YET, STATUSES, type Status } from './state.ts'

const id = '019b76da-a800-7845-b1e2-5e3e1e23944d'
const at = '2026-01-01T00:00:00.000Z'
const pending = {
  status: 'pending',
  id,
  user_id: 'ada',
  project_id: id,
  session_id: id,
  agent: 'coder',
  call_id: null,
  tool_name: 'read_file',
  tool_params: { path: 'a' },
  params_digest: 'a'.repeat(64),
  params_masked: false,
  call_digest: 'b'.repeat(64),
  base_digests: {},
  risk_level: 'LOW',
  reasons: [],
  network: false,
  mode: 'ask',
  call_class: null,
  requires_approval: false,
  created_at: at,
  ...NOTHING_YET,
} as unknown as ExecutionIn<'pending'>

const by = { kind: 'rule', rule: 'risk:LOW' } as const
const ending = { at, error: 'x', error_type: 'CANCELLED' } as const
const outcome = { at, execution_time_ms: 1, result: {}, result_digest: null, result_masked: false }
const EVERY_MOVE: { [T in MoveType]: ExecutionMove<T> } = {
  'approval.requested': { type: 'approval.requested', approval_id: id as never },
  'question.asked': { type: 'question.asked', approval_id: id as never },
  'call.edited': { type: 'call.edited' },
  'clearance.returned': { type: 'clearance.returned' },
  'approval.waived': { type: 'approval.waived', by, at },
  'approval.granted': { type: 'approval.granted', by, at },
  'approval.rejected': { type: 'approval.rejected', ...ending },
  'approval.expired': { type: 'approval.expired', ...ending },
  'call.refused': { type: 'call.refused', ...ending },
  'runner.missed': { type: 'runner.missed', ...ending },
  'runner.lost': { type: 'runner.lost', ...ending },
  'execution.cancelled': { type: 'execution.cancelled', ...ending },
  'execution.dispatched': {
    type: 'execution.dispatched',
    attempt_id: id as never,
    runner_id: id as never,
    clearance: 'jws',
    at,
    deadline_at: at,
  },
  'result.completed': { type: 'result.completed', ...outcome },
  'question.answered': { type: 'question.answered', ...outcome },
  'result.failed': { type: 'result.failed', ...outcome, ...ending },
}

/** As a caller does whom the compiler does not hold. */
const applyAny = applyMove as (execution: Execution, move: ExecutionMove) => Execution

/** Every execution that the table can lead to, one path each. */
function reachable(): Map<Status, Execution> {
  const found = new Map<Status, Execution>([['pending', pending]])
  for (const [, execution] of found) {
    for (const type of Object.keys(MOVES[execution.status]) as MoveType[]) {
      const next = applyAny(execution, EVERY_MOVE[type])
      if (!found.has(next.status)) found.set(next.status, next)
    }
  }
  return found
}

describe('the table of moves', () => {
  test('reaches every status, and what it reaches has what that status must have', () => {
    const found = reachable()
    expect([...found.keys()].sort()).toEqual([...STATUSES].sort())
    for (const execution of found.values()) expect(executionSchema.safeParse(execution).error).toBeUndefined()
  })

  test('refuses every move that it does not name', () => {
    for (const execution of reachable().values()) {
      for (const move of Object.values(EVERY_MOVE)) {
        if (nextStatus(execution.status, move.type)) continue
        expect(() => applyAny(execution, move), `${move.type} in ${execution.status}`).toThrow(IllegalMove)
      }
    }
  })

  test('has ends that are final, and executing only with a clearance', () => {
    expect(STATUSES.filter(isEnd)).toEqual(['completed', 'rejected', 'timeout', 'failed', 'cancelled'])
    const executing = reachable().get('executing')
    expect(executionSchema.safeParse({ ...executing, clearance: null }).success).toBe(false)
  })

  test('leaves LOW only the approval out: nothing reaches executing but from approved', () => {
    const into = STATUSES.filter((status) => (Object.values(MOVES[status]) as Status[]).includes('executing'))
    expect(into).toEqual(['approved'])
  })

  test('is what the compiler knows: where a move leads, and which are possible in every one of several statuses', () => {
    const approved = applyMove(pending, EVERY_MOVE['approval.waived'])
    expectTypeOf(approved).toEqualTypeOf<ExecutionIn<'approved'>>()
    expectTypeOf<MoveFrom<'pending' | 'approved'>>().toEqualTypeOf<'call.refused' | 'runner.missed' | 'execution.cancelled'>()
    expectTypeOf<MoveFrom<OpenStatus>>().toEqualTypeOf<'execution.cancelled'>()
    expectTypeOf<MoveFrom<'failed'>>().toEqualTypeOf<never>()
    // @ts-expect-error a call that nobody asked about has no answer
    expect(() => applyMove(pending, EVERY_MOVE['approval.granted'])).toThrow(IllegalMove)
  })

  test('keeps an error within the limit of the record', () => {
    const failed = applyMove(pending, { type: 'call.refused', at, error: 'e'.repeat(5000), error_type: 'INTERNAL' })
    expect(failed.error).toHaveLength(1000)
  })
})
