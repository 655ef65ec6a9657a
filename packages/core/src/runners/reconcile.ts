// After any restart: attempts that the runner never saw are sent again, attempts that started without a result are lost, and waiting calls
// are sent.
import { type Execution, type ExecutionIn, endingOf, type KnownAttempt, type Project, type Runner, sentence } from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import { dispatch, signAgain } from '../executions/dispatch.ts'
import { loadJudging } from '../executions/judging.ts'
import { isLost } from '../executions/late-result.ts'
import type { Core, Work } from '../work/core.ts'

export interface Reconciled {
  readonly attempts: { tool_id: Execution['id']; attempt_id: KnownAttempt['attempt_id']; status: Execution['status']; lost?: true }[]
  readonly waiting: { tool_id: Execution['id']; kind: 'preview' | 'execute' }[]
}

export async function reconcile(core: Core, work: Work, runner: Runner, known: readonly KnownAttempt[]): Promise<Reconciled> {
  const open = await work.tx.executions.find({
    equal: { project_id: runner.project_id },
    among: { column: 'status', values: ['pending', 'approved', 'executing'] },
    order: { column: 'created_at' },
  })
  const judging = { ...(await loadJudging(work.tx, runner.project_id)), runner }
  const waiting: Reconciled['waiting'] = []
  for (const execution of open) {
    if (execution.status === 'pending') waiting.push({ tool_id: execution.id, kind: 'preview' })
    else if (execution.status === 'approved') await dispatch(core, work, execution, { judging })
    else if (execution.status === 'executing' && (await settleAttempt(core, work, { execution, ...judging, known }))) {
      waiting.push({ tool_id: execution.id, kind: 'execute' })
    }
  }
  return { waiting, attempts: await rulings(work, known) }
}

interface Attempt {
  readonly execution: ExecutionIn<'executing'>
  readonly project: Project
  readonly runner: Runner
  readonly known: readonly KnownAttempt[]
}

/** True if the attempt must be sent again. */
async function settleAttempt(core: Core, work: Work, { execution, project, runner, known }: Attempt): Promise<boolean> {
  const state = known.find((attempt) => attempt.attempt_id === execution.attempt_id)?.state
  if (state === 'running' || state === 'finished') return false
  const neverSeen = state === undefined && execution.runner_id === runner.runner_id
  if (!neverSeen && !isIdempotent(execution)) {
    await loseExecution(work, execution)
    return false
  }
  await work.amend(execution, { clearance: await signAgain(core, work, execution, project), runner_id: runner.runner_id })
  return true
}

const isIdempotent = (execution: Execution): boolean => findTool(execution.tool_name)?.idempotent === true

export async function loseExecution(work: Work, execution: ExecutionIn<'executing'>): Promise<void> {
  await work.move(execution, { type: 'runner.lost', at: work.at, ...endingOf('RUNNER_LOST', sentence('subject.outcome-unknown')) })
}

async function rulings(work: Work, known: readonly KnownAttempt[]): Promise<Reconciled['attempts']> {
  const rows: Reconciled['attempts'] = []
  for (const { tool_id, attempt_id } of known) {
    const execution = await work.tx.executions.get(tool_id)
    const isLate = execution?.attempt_id === attempt_id && isLost(execution)
    if (execution) rows.push({ tool_id, attempt_id, status: execution.status, ...(isLate && { lost: true }) })
  }
  return rows
}
