// Sessions by what a person remembers of them: words of the title, or of a message.
import type { Transaction } from '@countersign/core'
import type { ProjectId, Session } from '@countersign/protocol'

/** Messages that are looked through, the newest first. */
const MAX_SEARCHED_MESSAGES = 2_000

export async function matchSessions(tx: Transaction, project_id: ProjectId, search: string): Promise<(session: Session) => boolean> {
  const wanted = search.toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  const order = { column: 'created_at', descending: true } as const
  const messages = await tx.messages.find({ equal: { project_id }, order, limit: MAX_SEARCHED_MESSAGES })
  const found = new Set(messages.filter(({ content }) => has(content)).map(({ session_id }) => session_id))
  return ({ id, title }) => found.has(id) || has(title)
}
