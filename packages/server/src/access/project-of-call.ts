// Where a call is meant to run: as it says, as its token says, as its session says, or where there is only one place.
import { type Core, ownProject, type Principal, type ReadTransaction } from '@countersign/core'
import { Failure, type Project, type ProjectId, sessionId } from '@countersign/protocol'
import type { Own } from './access.ts'

interface NamedPlace {
  readonly project_id?: string | undefined
  readonly session_id?: string | undefined
}

export function projectOfCall({ store }: Core, own: Own, principal: Principal, place: NamedPlace): Promise<Project> {
  const named = place.project_id ?? principal.project_id
  if (named) return own.project(principal, named as ProjectId)
  return store.read((tx) => foundProject(tx, principal, place.session_id))
}

async function foundProject(tx: ReadTransaction, principal: Principal, session: string | undefined): Promise<Project> {
  const placed = session && (await projectOfSession(tx, principal, session))
  if (placed) return ownProject(principal, await tx.projects.get(placed))
  const [only, ...others] = await tx.projects.find({ equal: { user_id: principal.user_id }, limit: 2 })
  if (only && others.length === 0) return only
  throw new Failure('INVALID_ARGUMENTS', { subject: `body.project_id: needed, you have ${only ? 'several projects' : 'no project yet'}` })
}

/** Undefined where it is the caller's own name for a session. */
async function projectOfSession(tx: ReadTransaction, principal: Principal, id: string): Promise<string | undefined> {
  const session = sessionId.safeParse(id).success ? await tx.sessions.get(id) : undefined
  return session?.user_id === principal.user_id ? session.project_id : undefined
}
