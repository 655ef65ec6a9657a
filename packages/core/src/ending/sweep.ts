// Time limits are rows. One query finds exactly what is due; conditional updates end it, with one commit per project. Any node may do this.
import { type Approval, type Execution, endingOf, LIMITS, type ProjectId, sentence } from '@countersign/protocol'
import { awaitingCall, expireApproval } from '../approvals/close.ts'
import { sweepDevice } from '../devices/answer-device.ts'
import type { ReadTransaction } from '../ports/store.ts'
import { goOffline } from '../runners/lease.ts'
import { loseExecution } from '../runners/reconcile.ts'
import { type Core, commit, later, type Work } from '../work/core.ts'
import { endSession } from './end-session.ts'

/** Rows of each kind per round: few enough that others wait only milliseconds. */
const MAX_DUE = 100
/** What remains after these rounds waits for the next sweep. */
const MAX_ROUNDS = 200

export async function sweep(core: Core): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const due = await core.store.read((tx) => findDue(tx, core.clock.now()))
    const ended = [
      await sweepAll(core, due.expired, (work, approval) => sweepApproval(core, work, approval)),
      await sweepAll(core, due.ending, (work, approval) => sweepApproval(core, work, approval)),
      await sweepAll(core, due.executions, sweepExecution),
      await sweepAll(core, due.runners, (work, runner) => sweepRunner(core, work, runner.project_id)),
      await sweepAll(core, due.sessions, (work, session) => endSession(core, work, session, sentence('subject.session-ended'))),
      await sweepAll(core, due.devices, sweepDevice),
    ]
    const isFull = Object.values(due).some((rows) => rows.length >= MAX_DUE)
    if (!isFull || !ended.includes(true)) return
  }
}

async function findDue(tx: ReadTransaction, now: number) {
  const at = later(now, 0)
  const soon = later(now, LIMITS.approvalWarningSeconds)
  const silent = later(now, -LIMITS.sessionIdleMinutes * 60)
  const limit = MAX_DUE
  return {
    // A time limit equal to now has been reached.
    expired: await tx.approvals.find({ equal: { status: 'pending' }, range: { column: 'expires_at', below: later(now, 0.001) }, limit }),
    ending: await tx.approvals.find({ equal: { status: 'pending', warned: false }, range: { column: 'expires_at', below: soon }, limit }),
    executions: await tx.executions.find({ range: { column: 'runner_deadline_at', below: at }, limit }),
    runners: await tx.runners.find({ equal: { online: true }, range: { column: 'lease_expires_at', below: at }, limit }),
    sessions: await tx.sessions.find({ equal: { ended_at: null }, range: { column: 'last_call_at', below: silent }, limit }),
    devices: await tx.devices.find({
      among: { column: 'status', values: ['waiting', 'allowed'] },
      range: { column: 'expires_at', below: later(now, 0.001) },
      limit,
    }),
  }
}

type End<Row> = (work: Work, row: Row) => Promise<void>

/**
 * One commit per project; true if something was ended. If that commit fails, each row gets its own, so that one row that cannot be ended
 * does not block the others.
 */
async function sweepAll<Row extends { readonly project_id: ProjectId }>(core: Core, rows: readonly Row[], end: End<Row>): Promise<boolean> {
  let hasEnded = false
  for (const [project, group] of Map.groupBy(rows, (row) => row.project_id)) {
    const run = async (some: readonly Row[]) => {
      if (await commit(core, 'sweep', project, (work) => endAll(work, project, some, end))) hasEnded = true
    }
    const report = (error: unknown) => core.onDefect(error, 'sweep')
    await run(group).catch(async (error: unknown) => {
      if (group.length === 1) return report(error)
      for (const row of group) await run([row]).catch(report)
    })
  }
  return hasEnded
}

/** False for a deleted project: its rows are being removed, so none of them is ended. */
async function endAll<Row>(work: Work, project: ProjectId, rows: readonly Row[], end: End<Row>): Promise<boolean> {
  if (!(await work.tx.projects.get(project))) return false
  for (const row of rows) await end(work, row)
  return true
}

async function sweepApproval(core: Core, work: Work, { id }: Approval): Promise<void> {
  const approval = await work.tx.approvals.get(id)
  if (approval?.status !== 'pending') return
  if (approval.expires_at <= work.at) {
    await expireApproval(core, work, approval, await awaitingCall(work, approval))
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
  await work.move(execution, { type: 'runner.missed', at: work.at, ...endingOf('RUNNER_OFFLINE', sentence('subject.start-runner')) })
}

async function sweepRunner(core: Core, work: Work, project: ProjectId): Promise<void> {
  const runner = await work.tx.runners.get(project)
  if (runner?.online && runner.lease_expires_at <= work.at) await goOffline(core, work, runner)
}
