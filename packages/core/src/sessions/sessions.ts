// Finds the session of a call: the one it names, or the agent's open one in this project, or a new one. A name that is not a session id
// belongs to the caller: it creates a session, and finds it again later.
import { digestOf, Failure, LIMITS, type McpClient, type Project, type Session, type SessionId, sentence } from '@countersign/protocol'
import type { ReadTransaction } from '../ports/store.ts'
import { type Core, commit, hasRole, later, type Principal, type Work } from '../work/core.ts'

type ProjectRef = Pick<Project, 'id'>

/** How often `last_call_at` is written: it is needed only for the limit of 120 minutes of silence. */
const TOUCH_MILLISECONDS = 30_000

export const agentName = (principal: Principal): string =>
  hasRole(principal, 'agent') ? (principal.agent ?? 'agent') : `operator:${principal.user_id}`

export async function sessionFor(
  work: Work,
  core: Core,
  principal: Principal,
  project: ProjectRef,
  id: string | undefined,
): Promise<Session> {
  const session = id ? await ownById(work, principal, project, id) : await openOne(work, principal, project)
  if (id && !session) throw new Failure('NOT_FOUND', { subject: sentence('noun.session') })
  return session ? touch(work, session) : openSession(work, core, principal, project)
}

/** A caller may choose any name for a session: the name creates one, and finds it again later. */
export async function sessionOfCall(work: Work, core: Core, principal: Principal, project: ProjectRef, name?: string): Promise<Session> {
  if (name === undefined) return sessionFor(work, core, principal, project, undefined)
  const session = await ownById(work, principal, project, name)
  return touch(work, session ?? (await sessionByName(work, core, principal, project, name)))
}

async function touch(work: Work, session: Session): Promise<Session> {
  if (work.now - Date.parse(session.last_call_at) <= TOUCH_MILLISECONDS) return session
  const touched = { ...session, last_call_at: work.at }
  await work.tx.sessions.update(touched)
  return touched
}

export interface SessionOpening {
  readonly id?: SessionId | undefined
  readonly title?: string | undefined
  readonly model?: string | undefined
  readonly mcp_client?: McpClient | undefined
}

export async function openSession(
  work: Work,
  core: Core,
  principal: Principal,
  project: ProjectRef,
  opening: SessionOpening = {},
): Promise<Session> {
  const session: Session = {
    id: opening.id ?? core.ids.next<SessionId>(),
    project_id: project.id,
    user_id: principal.user_id,
    agent: agentName(principal),
    title: opening.title ?? '',
    model: opening.model ?? null,
    mcp_client: opening.mcp_client ?? null,
    created_at: work.at,
    last_call_at: work.at,
    ended_at: null,
  }
  await work.tx.sessions.insert(session)
  return session
}

/** Undefined if it is not an id, or if the session belongs to somebody else. */
async function ownById(work: Work, principal: Principal, project: ProjectRef, id: string): Promise<Session | undefined> {
  const session = IS_ID.test(id) ? await work.tx.sessions.get(id) : undefined
  const own = session && session.project_id === project.id && session.user_id === principal.user_id
  if (!own || session.agent !== agentName(principal)) return undefined
  if (session.ended_at || isIdle(work, session)) throw new Failure('NOT_FOUND', { subject: sentence('subject.session-has-ended') })
  return session
}

const IS_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** How often one name may be used again after its session has ended. */
const MAX_SAME_NAMES = 1_000

/** The id is derived from the caller and the name, so that no name can reach another caller's session. */
async function sessionByName(work: Work, core: Core, principal: Principal, project: ProjectRef, name: string): Promise<Session> {
  for (let times = 0; times < MAX_SAME_NAMES; times++) {
    const id = idOfName([project.id, principal.user_id, agentName(principal), name, String(times)])
    const session = await work.tx.sessions.get(id)
    if (!session) return openSession(work, core, principal, project, { id, title: name })
    if (!session.ended_at && !isIdle(work, session)) return session
  }
  throw new Failure('NOT_FOUND', { subject: sentence('subject.sessions-have-ended') })
}

/** A UUID of version 8, the version for custom content. */
function idOfName(parts: readonly string[]): SessionId {
  const hex = digestOf(JSON.stringify(parts))
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-') as SessionId
}

async function openOne(work: Work, principal: Principal, project: ProjectRef): Promise<Session | undefined> {
  const equal = { project_id: project.id, user_id: principal.user_id, agent: agentName(principal), ended_at: null }
  const [session] = await work.tx.sessions.find({ equal, order: { column: 'created_at', descending: true }, limit: 1 })
  return session && !isIdle(work, session) ? session : undefined
}

export const isIdle = (work: Work, session: Session): boolean =>
  later(Date.parse(session.last_call_at), LIMITS.sessionIdleMinutes * 60) <= work.at

/** Of the sessions that a runner keeps something for, those that are over or belong to another project. */
export async function sessionsToEnd(tx: ReadTransaction, project: Project['id'], sessions: readonly SessionId[]): Promise<SessionId[]> {
  const ended: SessionId[] = []
  for (const id of sessions) {
    const session = await tx.sessions.get(id)
    if (session?.project_id !== project || session.ended_at !== null) ended.push(id)
  }
  return ended
}

/** What a person may change in a session, even after its end: its title and the model of later turns. */
export interface SessionChange {
  readonly title?: string | undefined
  readonly model?: string | null | undefined
}

export const changeSession = (core: Core, { id, project_id }: Session, { title, model }: SessionChange): Promise<Session> =>
  commit(core, 'session', project_id, async ({ tx }) => {
    const current = await tx.sessions.get(id)
    if (!current) throw new Failure('NOT_FOUND', { subject: sentence('noun.session') })
    const changed = { ...current, ...(title !== undefined && { title }), ...(model !== undefined && { model }) }
    await tx.sessions.update(changed)
    return changed
  })
