// Time limits are rows. One look at a time finds what is due and ends it by conditional updates; any node may do it.
import { type Approval, applyMove, type Execution, type ExecutionIn, failureSentence, LIMITS, type ProjectId } from '@countersign/protocol'
import { expireApproval } from './approvals/expire.ts'
import { type Core, commit, later, type Work } from './core.ts'
import { replaceExecution } from './executions/replace.ts'
import { emitStatus } from './executions/telling/emit.ts'
import { goOffline } from './runners/lease.ts'
import { loseExecution } from './runners/reconcile.ts'
import { endSession } from './sessions/end-session.ts'

export async function sweep(core: Core): Promise<void> {
  const due = await core.store.transact(async (tx) => {
    const now = core.clock.now()
    const soon = later(now, LIMITS.approvalWarningSeconds)
    const at = later(now, 0)
    return {
      approvals: await tx.approvals.find({ equal: { status: 'pending' }, range: { column: 'expires_at', below: soon } }),
      executions: await tx.executions.find({ range: { column: 'runner_deadline_at', below: at } }),
      runners: await tx.runners.find({ equal: { online: true }, range: { column: 'lease_expires_at', below: at } }),
      sessions: await tx.sessions.find({
        equal: { ended_at: null },
        range: { column: 'last_call_at', below: later(now, -LIMITS.sessionIdleMinutes * 60) },
      }),
    }
  })
  for (const approval of due.approvals) await inCommit(core, approval.project_id, (work) => sweepApproval(core, work, approval))
  for (const execution of due.executions) await inCommit(core, execution.project_id, (work) => sweepExecution(work, execution))
  for (const runner of due.runners) await inCommit(core, runner.project_id, (work) => sweepRunner(core, work, runner.project_id))
  for (const session of due.sessions)
    await inCommit(core, session.project_id, (work) => endSession(core, work, session, 'the session ended'))
}

const inCommit = (core: Core, project: ProjectId, run: (work: Work) => Promise<void>): Promise<void> => commit(core, 'sweep', project, run)

async function sweepApproval(core: Core, work: Work, { id }: Approval): Promise<void> {
  const approval = await work.tx.approvals.get(id)
  if (approval?.status !== 'pending') return
  if (approval.expires_at <= work.at) {
    const execution = await work.tx.executions.get(approval.tool_id)
    await expireApproval(core, work, approval, execution as ExecutionIn<'awaiting_approval'>)
  } else if (!approval.warned) {
    await work.tx.approvals.update({ ...approval, warned: true }, { status: 'pending' })
    work.emit('tool.approval_warning', { approval_id: id, tool_id: approval.tool_id, expires_at: approval.expires_at })
  }
}

async function sweepExecution(work: Work, { id }: Execution): Promise<void> {
  const execution = await work.tx.executions.get(id)
  if (!execution?.runner_deadline_at || execution.runner_deadline_at > work.at) return
  if (execution.status === 'executing') return loseExecution(work, execution)
  if (execution.status !== 'pending' && execution.status !== 'approved') return
  const error = failureSentence('RUNNER_OFFLINE', 'start it on your machine with countersign runner, then call again')
  const missed = applyMove(execution, { type: 'runner.missed', at: work.at, error, error_type: 'RUNNER_OFFLINE' })
  await replaceExecution(work, missed, execution.status)
  emitStatus(work, missed, ['runner.missed'])
}

async function sweepRunner(core: Core, work: Work, project: ProjectId): Promise<void> {
  const runner = await work.tx.runners.get(project)
  if (runner?.online && runner.lease_expires_at <= work.at) await goOffline(core, work, runner)
}
