// Chooses a pending call: by its id, by a unique part of it, or the only one.
import type { Client } from '@countersign/client'
import type { Approval } from '@countersign/protocol'
import { ownName } from '../../terminal/own-name.ts'
import { render } from '../../terminal/render.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { shown } from '../../terminal/shown.ts'

export interface Wanted {
  readonly projectId: string
  readonly kind: Approval['kind']
  readonly id: string | undefined
}

export async function chooseWaiting(client: Client, wanted: Wanted): Promise<string> {
  const { id, projectId, kind } = wanted
  if (id && id.length === 36) return id
  const { approvals } = await client.listApprovals({ params: { p: projectId }, query: { status: 'pending' } })
  const matching = approvals.filter((approval) => approval.kind === kind && (!id || approval.id.includes(id)))
  const [only, second] = matching
  if (only && !second) return only.id
  throw new UsageError(second ? severalWait(matching) : noneWaits(wanted, approvals))
}

function noneWaits({ id, kind }: Wanted, approvals: readonly Approval[]): string {
  if (id) return `no pending call has the id ${id} (${ownName} pending lists them)`
  const other = approvals.find((approval) => approval.kind !== kind)
  if (!other) return 'nothing is waiting for an answer'
  return kind === 'approval'
    ? `a question is waiting, which is answered, not approved: ${ownName} answer ${other.id}`
    : `no question is waiting, but an approval is: ${ownName} approve ${other.id}`
}

const severalWait = (approvals: readonly Approval[]): string =>
  `several are waiting; name one:\n${approvals.map((approval) => `  ${approval.id}  ${shown(render(approval.description, approval.description_form))}`).join('\n')}`
