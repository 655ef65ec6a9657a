// No answer in time. The server's clock decides, and any node may say so by a conditional update.
import { type Approval, type ExecutionIn, failureSentence } from '@countersign/protocol'
import type { Core, Work } from '../core.ts'
import { closeApproval } from './close.ts'

export async function expireApproval(
  core: Core,
  work: Work,
  approval: Approval,
  execution: ExecutionIn<'awaiting_approval'>,
): Promise<'expired'> {
  const error = failureSentence('APPROVAL_TIMEOUT', `nobody answered within ${approval.timeout_seconds} s`)
  const row = await closeApproval(core, work, approval, { status: 'expired', decision: null })
  await work.move(execution, { type: 'approval.expired', at: work.at, error, error_type: 'APPROVAL_TIMEOUT' }, row)
  return 'expired'
}
