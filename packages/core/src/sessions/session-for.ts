// The session of a call: the one it names, or the agent's open one in this project, or a new one.
import { Failure, LIMITS, type McpClient, type Project, type Session, type SessionId } from '@countersign/protocol'
import { type Core, later, type Work } from '../core.ts'
import { hasRole, type Principal } from '../principal.ts'

type Place = Pick<Project, 'id'>

/** How often `last_call_at` is written: it only decides about 120 minutes of silence. */
const TOUCH_MILLISECONDS = 30_000

export const agentName = (principal: Principal): string =>
  hasRole(principal, 'agent') ? (principal.agent ?? 'agent') : `operator:${principal.user_id}`

export async function sessionFor(work: Work, core: Core, principal: Principal, project: Place, id: string | undefined): Promise<Session> {
  const session = id ? await named(work, principal, project, id) : await openOne(work, principal, project)
  if (!session) return openSession(work, core, principal, project)
  if (work.now - Date.parse(session.last_call_at) <= TOUCH_MILLISECONDS) return session
  const touched = { ...session, last_call_at: work.at }
  await work.tx.sessions.update(touched)
  return touched
}

export interface SessionOpening {
  readonly title?: string | undefined
  readonly model?: string | undefined
  readonly mcp_client?: McpClient | undefined
}

export async function openSession(
  work: Work,
  core: Core,
  principal: Principal,
  project: Place,
  opening: SessionOpening = {},
): Promise<Session> {
  const session: Session = {
    id: core.ids.next<SessionId>(),
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

async function named(work: Work, principal: Principal, project: Place, id: string): Promise<Session> {
  const session = await work.tx.sessions.get(id)
  const own = session && session.project_id === project.id && session.user_id === principal.user_id
  if (!own || session.agent !== agentName(principal)) throw new Failure('NOT_FOUND', { subject: 'session' })
  if (session.ended_at || isIdle(work, session)) throw new Failure('NOT_FOUND', { subject: 'the session has ended' })
  return session
}

async function openOne(work: Work, principal: Principal, project: Place): Promise<Session | undefined> {
  const equal = { project_id: project.id, user_id: principal.user_id, agent: agentName(principal), ended_at: null }
  const [session] = await work.tx.sessions.find({ equal, order: { column: 'created_at', descending: true }, limit: 1 })
  return session && !isIdle(work, session) ? session : undefined
}

export const isIdle = (work: Work, session: Session): boolean =>
  later(Date.parse(session.last_call_at), LIMITS.sessionIdleMinutes * 60) <= work.at
