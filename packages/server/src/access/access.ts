// What a caller may see. Everything else gets the same answer as an id that was never issued.
import { agentName, type Engine, hasRole, ownProject, type Principal, type Reader, type ReadTransaction } from '@countersign/core'
import {
  type Approval,
  describeField,
  type Execution,
  type ExecutionId,
  Failure,
  type Grant,
  type Project,
  type ProjectId,
  type Session,
  sentence,
  sessionId,
  type Turn,
} from '@countersign/protocol'

interface NamedPlace {
  readonly project_id?: string | undefined
  readonly session_id?: string | undefined
}

/** The project that a call runs in: the one it names, else the one of its token, of its session, or the only one. */
export function projectOfCall(reader: Reader, access: Access, principal: Principal, place: NamedPlace): Promise<Project> {
  const named = place.project_id ?? principal.project_id
  if (named) return access.project(principal, named as ProjectId)
  return reader.read((tx) => foundProject(tx, principal, place.session_id))
}

async function foundProject(tx: ReadTransaction, principal: Principal, session: string | undefined): Promise<Project> {
  const placed = session && (await projectOfSession(tx, principal, session))
  if (placed) return ownProject(principal, await tx.projects.get(placed))
  const [only, ...others] = await tx.projects.find({ equal: { user_id: principal.user_id }, limit: 2 })
  if (only && others.length === 0) return only
  const problem = sentence(only ? 'problem.needed-of-several-projects' : 'problem.needed-without-project')
  throw new Failure('INVALID_ARGUMENTS', { subject: describeField('body.project_id', problem) })
}

/** Undefined if the id is a name that the caller chose for a session. */
async function projectOfSession(tx: ReadTransaction, principal: Principal, id: string): Promise<string | undefined> {
  const session = sessionId.safeParse(id).success ? await tx.sessions.get(id) : undefined
  return session?.user_id === principal.user_id ? session.project_id : undefined
}

/** How long a project is cached. Its owner never changes; a rename or removal by another node shows after this time. */
const KNOWN_MILLISECONDS = 5000
const MAX_KNOWN = 10_000

export interface Access {
  project(principal: Principal, id: ProjectId): Promise<Project>
  /** Drops a project from the cache after its row was changed or removed here. */
  forget(project: ProjectId): void
  execution(principal: Principal, project: ProjectId, id: ExecutionId): Promise<Execution>
  /** The latest state in this process if the call is open. Read it again before changing it. */
  openExecution(principal: Principal, project: ProjectId, id: ExecutionId): Promise<Execution>
  session(principal: Principal, project: ProjectId, id: string): Promise<Session>
  approval(principal: Principal, project: ProjectId, id: string): Promise<Approval>
  grant(principal: Principal, project: ProjectId, id: string): Promise<Grant>
  turn(principal: Principal, project: ProjectId, id: string): Promise<Turn>
}

export function createAccess({ read, clock, latestOpen }: Pick<Engine, 'read' | 'clock' | 'latestOpen'>): Access {
  const known = new Map<ProjectId, { readonly project: Project; readonly until: number }>()

  const project = async (principal: Principal, id: ProjectId): Promise<Project> => {
    const entry = known.get(id)
    if (entry && entry.until > clock.now()) return ownProject(principal, entry.project)
    const found = ownProject(principal, await read((tx) => tx.projects.get(id)))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(id, { project: found, until: clock.now() + KNOWN_MILLISECONDS })
    return found
  }

  /** Finds a row of one table in one of the caller's projects. */
  const findIn =
    <Row extends Placed>(noun: Noun, get: (tx: ReadTransaction, id: string) => Promise<Row | undefined>, isVisible: Visible = () => true) =>
    async (principal: Principal, id: ProjectId, rowId: string): Promise<Row> => {
      const { id: projectId } = await project(principal, id)
      const row = await read((tx) => get(tx, rowId))
      if (!row || row.project_id !== projectId || !isVisible(principal, row))
        throw new Failure('NOT_FOUND', { subject: sentence(`noun.${noun}`) })
      return row
    }

  const execution = findIn<Execution>('execution', (tx, id) => tx.executions.get(id), isVisibleToAgent)
  return {
    project,
    forget: (id) => void known.delete(id),
    execution,
    openExecution: async (principal, id, executionId) => {
      const found = latestOpen(executionId)
      if (found?.project_id !== (await project(principal, id)).id || !isVisibleToAgent(principal, found))
        return execution(principal, id, executionId)
      return found
    },
    session: findIn<Session>('session', (tx, id) => tx.sessions.get(id), isVisibleToAgent),
    approval: findIn<Approval>('approval', (tx, id) => tx.approvals.get(id)),
    grant: findIn<Grant>('grant', (tx, id) => tx.grants.get(id)),
    turn: findIn<Turn>('turn', (tx, id) => tx.turns.get(id)),
  }
}

type Noun = 'execution' | 'session' | 'approval' | 'grant' | 'turn'

interface Placed {
  readonly project_id: string
  readonly agent?: string
}

type Visible = (principal: Principal, row: Placed) => boolean

/** An agent sees only the calls made under its own name; the person and the runner see everything in their project. */
const isVisibleToAgent: Visible = (principal, { agent }) => !hasRole(principal, 'agent') || agent === agentName(principal)

/** Finds a row by its id alone, for routes that name no project. */
export async function findById<Row extends Placed & { readonly user_id: string }>(
  reader: Reader,
  principal: Principal,
  noun: Noun,
  get: (tx: ReadTransaction) => Promise<Row | undefined>,
): Promise<Row> {
  const row = await reader.read(async (tx) => {
    const found = await get(tx)
    // Rows left over from a deleted project are not found either.
    return found && (await tx.projects.get(found.project_id)) ? found : undefined
  })
  const outside = principal.project_id !== null && row?.project_id !== principal.project_id
  if (!row || row.user_id !== principal.user_id || outside || !isVisibleToAgent(principal, row))
    throw new Failure('NOT_FOUND', { subject: sentence(`noun.${noun}`) })
  return row
}
