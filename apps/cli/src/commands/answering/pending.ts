// countersign pending: what waits for an answer.
import { connect } from '../../connection/connect.ts'
import { approvalText } from '../../terminal/approvals/show-approval.ts'
import { dim } from '../../terminal/colours.ts'
import { printJson, printLine } from '../../terminal/print.ts'

export interface PendingOptions {
  readonly data?: string
  readonly json?: boolean
  /** Shows the true text of what is masked. */
  readonly unmasked?: boolean
  /** Numbers the changed lines, for approve --lines. */
  readonly lines?: boolean
}

export async function pending({ data, json, unmasked, lines }: PendingOptions): Promise<void> {
  const { client, projectId } = await connect({ data, role: 'operator' })
  const { approvals } = await client.listApprovals({
    params: { p: projectId },
    query: { status: 'pending', form: unmasked ? 'true' : 'masked' },
  })
  if (json) return printJson(approvals)
  if (approvals.length === 0) return printLine(dim('Nothing is waiting for an answer.'))
  printLine(approvals.map((approval) => approvalText(approval, Date.now(), { withLines: lines })).join('\n\n'))
}
