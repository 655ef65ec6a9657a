// Finds sessions by words of their title or messages. The store returns a limited number, latest first.
import type { ReadTransaction } from '@countersign/core'
import type { ProjectId, Session } from '@countersign/protocol'
import { cursorOf, type PageRequest, placed, type ShownPage } from '../access/read-page.ts'

interface SearchRequest extends PageRequest<Session> {
  readonly equal: Partial<Session> & { readonly project_id: ProjectId }
}

export async function searchSessions(tx: ReadTransaction, text: string, request: SearchRequest): Promise<ShownPage<Session>> {
  const { equal, present, after, limit } = placed(request)
  const ids = await tx.findSessions({ project_id: equal.project_id, text })
  const found = await Promise.all([...ids].map((id) => tx.sessions.get(id)))
  const isWanted = (session: Session) =>
    Object.entries(equal).every(([column, value]) => session[column as keyof Session] === value) &&
    (present === undefined || session[present] !== null) &&
    (after === undefined || isBefore(session, after))
  const wanted = found.filter((session) => session !== undefined && isWanted(session)) as Session[]
  const rows = wanted.sort((a, b) => (isBefore(a, b) ? 1 : -1)).slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last && wanted.length > limit ? { next_cursor: cursorOf(last) } : {} }
}

const isBefore = (a: Pick<Session, 'created_at' | 'id'>, b: { readonly created_at: string; readonly id: string }): boolean =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id)
