// approved → executing: one conditional update writes the attempt and the runner it goes to, and signs the clearance.
import { policyVersion } from '@countersign/policy'
import {
  type AttemptId,
  applyMove,
  type ClearanceClaims,
  type Execution,
  type ExecutionIn,
  LIMITS,
  type Runner,
} from '@countersign/protocol'
import { type Core, later, type Work } from '../core.ts'

/** Longest that a runner may be silent about an attempt beyond the time its command has. */
const RESULT_MARGIN_SECONDS = 120

export const canRun = (runner: Runner, execution: Execution): boolean => runner.tools.includes(execution.tool_name)

export function dispatched(core: Core, work: Work, execution: ExecutionIn<'approved'>, runner: Runner): ExecutionIn<'executing'> {
  const attempt = core.ids.next<AttemptId>()
  return applyMove(execution, {
    type: 'execution.dispatched',
    attempt_id: attempt,
    runner_id: runner.runner_id,
    clearance: core.signer.sign(clearanceOf(core, work, execution, attempt)),
    at: work.at,
    deadline_at: later(work.now, runSeconds(execution) + RESULT_MARGIN_SECONDS),
  }) as ExecutionIn<'executing'>
}

/** A new signature for an attempt that the runner never saw; the attempt stays the same, so it still runs at most once. */
export const signAgain = (core: Core, work: Work, execution: ExecutionIn<'executing'>): ExecutionIn<'executing'> => ({
  ...execution,
  clearance: core.signer.sign(clearanceOf(core, work, execution, execution.attempt_id)),
})

function clearanceOf(core: Core, work: Work, execution: ExecutionIn<'approved' | 'executing'>, attempt: AttemptId): ClearanceClaims {
  return {
    execution_id: execution.id,
    attempt_id: attempt,
    call_digest: execution.call_digest,
    ...(execution.cleared_by.kind === 'person' && { base_digests: execution.base_digests }),
    risk: execution.risk_level ?? 'HIGH',
    network: execution.network,
    by: execution.cleared_by,
    policy_version: policyVersion(core.policy),
    exp: Math.floor(work.now / 1000) + RESULT_MARGIN_SECONDS,
  }
}

function runSeconds(execution: Execution): number {
  const { timeout } = execution.tool_params
  return typeof timeout === 'number' ? timeout : LIMITS.defaultCommandSeconds
}
