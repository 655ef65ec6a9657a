// The state of now by REST: what the stream then goes on from.
import type { Client } from '@countersign/client'
import type { Approval } from '@countersign/protocol'
import type { ConversationPart, Snapshot } from './apply-snapshot.ts'

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

async function readPending(client: Client, p: string): Promise<Approval[]> {
  const all: Approval[] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const query = { status: 'pending' as const, limit: PAGE, ...(cursor !== undefined && { cursor }) }
    const { approvals, next_cursor } = await client.listApprovals({ params: { p }, query })
    all.push(...approvals)
    cursor = next_cursor
  }
  return all
}

/** The newest part of a conversation with its calls, and how far its last turn is. */
export async function readConversation(client: Client, p: string, sessionId: string): Promise<ConversationPart> {
  const [{ messages }, { executions }] = await Promise.all([
    client.listMessages({ params: { p, s: sessionId }, query: { limit: PAGE } }),
    client.history({ query: { project_id: p, session_id: sessionId, limit: PAGE } }),
  ])
  const [last] = messages
  const turn = last && (await client.getTurn({ params: { p, t: last.turn_id } })).turn
  return { messages, executions, turn }
}
