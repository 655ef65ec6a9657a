// A session ends on request or after a long silence; its approvals, running calls, processes and
// grants end with it, but for grants that were given to the project.
import type { Sentence, Session } from '@countersign/protocol'
import { cancelExecution } from '../calls/cancel.ts'
import { revoke } from '../grants/revoke.ts'
import { endProcessesOf } from '../processes/processes.ts'
import { endOpenTurn } from '../turns/end-turn.ts'
import type { Core, Work } from '../work/core.ts'

export async function endSession(core: Core, work: Work, session: Session, why: Sentence): Promise<void> {
  if (!(await work.tx.sessions.update({ ...session, ended_at: work.at }, { ended_at: null }))) return
  for (const turn of await work.tx.turns.find({ equal: { session_id: session.id, ended_at: null } }))
    await endOpenTurn(core, work, turn, { status: 'stopped', error: why })
  const open = await work.tx.executions.find({
    equal: { session_id: session.id },
    among: { column: 'status', values: ['pending', 'awaiting_approval', 'approved', 'executing'] },
  })
  for (const execution of open) await cancelExecution(core, work, execution, why)
  await endProcessesOf(work, { session_id: session.id, project_id: session.project_id })
  const grants = await work.tx.grants.find({ equal: { session_id: session.id, revoked_at: null } })
  for (const grant of grants.filter(({ scope }) => scope !== 'project')) await revoke(work, grant)
}
