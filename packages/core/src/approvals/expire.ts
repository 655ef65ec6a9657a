// No answer in time. The server's clock decides, and any node may end the approval. A reader sees an overdue approval as ended even before
// the next sweep.
import { type Approval, type Execution, type ExecutionIn, endingOf, sentence } from '@countersign/protocol'
import { type Core, commit, type Work } from '../work/core.ts'
import { closeApproval } from './close.ts'

export async function expireApproval(
  core: Core,
  work: Work,
  approval: Approval,
  execution: ExecutionIn<'awaiting_approval'>,
): Promise<'expired'> {
  const ending = endingOf('APPROVAL_TIMEOUT', sentence('subject.nobody-answered', { count: approval.timeout_seconds }))
  const row = await closeApproval(core, work, approval, { status: 'expired', decision: null })
  await work.move(execution, { type: 'approval.expired', at: work.at, ...ending }, row)
  return 'expired'
}

/** Whether it can still be answered at that time (milliseconds). */
export const isOpenAt = ({ status, expires_at }: Pick<Approval, 'status' | 'expires_at'>, now: number): boolean =>
  status === 'pending' && !(Date.parse(expires_at) <= now)

/** The current execution, after ending its approval if that is overdue. */
export async function expireDue(core: Core, execution: ExecutionIn<'awaiting_approval'>): Promise<Execution> {
  const { approval_id, project_id, id } = execution
  const asked = await core.store.read((tx) => tx.approvals.get(approval_id))
  if (asked?.status !== 'pending' || isOpenAt(asked, core.clock.now())) return execution
  return commit(core, 'sweep', project_id, async (work) => {
    const approval = await work.tx.approvals.get(approval_id)
    const current = await work.tx.executions.get(id)
    if (approval?.status === 'pending' && current?.status === 'awaiting_approval') await expireApproval(core, work, approval, current)
    return (await work.tx.executions.get(id)) ?? execution
  })
}
