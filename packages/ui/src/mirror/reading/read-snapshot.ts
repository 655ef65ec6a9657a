// Reads the current state by REST, which the event stream then continues.
import type { Client } from '@countersign/client'
import type { ApprovalView } from '@countersign/protocol'
import type { Snapshot } from './apply-snapshot.ts'

const PAGE = 200

export async function readSnapshot(client: Client, p: string): Promise<Snapshot> {
  const params = { p }
  const [{ project }, { sessions }, approvals] = await Promise.all([
    client.getProject({ params }),
    client.listSessions({ params, query: { limit: PAGE } }),
    readPending(client, p),
  ])
  return { project, sessions, approvals }
}

async function readPending(client: Client, p: string): Promise<ApprovalView[]> {
  const all: ApprovalView[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const query = { status: 'pending' as const, form: 'masked' as const, limit: PAGE, ...(cursor !== undefined && { cursor }) }
    const { approvals, next_cursor } = await client.listApprovals({ params: { p }, query })
    all.push(...approvals)
    cursor = next_cursor
  }
  return all
}
