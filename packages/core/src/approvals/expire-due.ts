// A question whose time is over does not wait any more, whenever the next sweep comes: whoever looks at it sees its end.
import type { Approval, Execution } from '@countersign/protocol'
import { type Core, commit } from '../core.ts'
import { expireApproval } from './expire.ts'

/** Still to be answered at that time (milliseconds). */
export const isOpenAt = ({ status, expires_at }: Pick<Approval, 'status' | 'expires_at'>, now: number): boolean =>
  status === 'pending' && !(Date.parse(expires_at) <= now)

/** The execution as it is, after its question was ended where it is due. */
export async function expireDue(core: Core, execution: Execution): Promise<Execution> {
  if (execution.status !== 'awaiting_approval') return execution
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
