// A runner introduces itself: it takes the lease or stands by, and both sides agree on the state of every attempt.
import {
  type ExecutionId,
  Failure,
  type Hello,
  PROTOCOL_VERSION,
  type Project,
  type Runner,
  type RunnerId,
  type SessionId,
  sentence,
} from '@countersign/protocol'
import { noteOutputs, processesToEnd } from '../processes/processes.ts'
import { listFirstToolchains } from '../projects/command-list.ts'
import { sessionsToEnd } from '../sessions/sessions.ts'
import { type Core, commit, isOnline, later, type Work } from '../work/core.ts'
import { type Reconciled, reconcile } from './reconcile.ts'

export interface HelloReply extends Reconciled {
  readonly holds_lease: boolean
  readonly last_event_id: number
  readonly end_processes: ExecutionId[]
  readonly end_sessions: SessionId[]
}

export async function receiveHello(core: Core, project: Project, hello: Hello): Promise<HelloReply> {
  if (hello.protocol_version !== PROTOCOL_VERSION) {
    throw new Failure('INVALID_ARGUMENTS', {
      subject: sentence('subject.other-protocol', { theirs: hello.protocol_version, ours: PROTOCOL_VERSION }),
    })
  }
  return commit(core, 'hello', project.id, async (work) => {
    const taken = await takeLease(core, work, { ...describe(project, hello), said_hello: true })
    if (taken && hello.toolchains) await listFirstToolchains(work, project.id, hello.toolchains)
    const { seq } = await work.tx.events.head(project.id)
    const reply = {
      last_event_id: seq,
      end_processes: await processesToEnd(work.tx, project.id, hello.processes),
      end_sessions: await sessionsToEnd(work.tx, project.id, hello.sessions ?? []),
    }
    if (!taken) return { ...reply, holds_lease: false, attempts: [], waiting: [] }
    return { ...reply, holds_lease: true, ...(await reconcile(core, work, taken, hello.attempts)) }
  })
}

const describe = (project: Project, hello: Hello) => ({
  runner_id: hello.runner_id,
  project_id: project.id,
  user_id: project.user_id,
  tools: hello.tools,
  isolation: hello.isolation,
  platform: hello.platform,
  read_only: hello.read_only ?? false,
  roots: [...new Set([hello.workspace, ...(hello.workspace_names ?? [])])],
  toolchains: hello.toolchains ?? [],
  secrets_in_git: hello.secrets_in_git ?? null,
  processes: hello.processes,
})

export interface LeaseRequest extends Omit<Runner, 'id' | 'lease_expires_at' | 'runner_id' | 'online'> {
  readonly runner_id: RunnerId
}

/** One runner holds a project; another must wait until the lease has expired. The row belongs to the project, not to the runner. */
export async function takeLease(core: Core, work: Work, request: LeaseRequest): Promise<Runner | undefined> {
  const current = await work.tx.runners.get(request.project_id)
  if (isOnline(current, work.at) && current.runner_id !== request.runner_id && (current.said_hello || !request.said_hello)) return undefined
  const runner: Runner = {
    ...request,
    id: request.project_id,
    online: true,
    lease_expires_at: later(work.now, core.settings.lease_seconds),
  }
  await noteOutputs(work, current?.processes ?? [], runner.processes)
  if (current) await work.tx.runners.update(runner)
  else await work.tx.runners.insert(runner)
  if (!current?.online || current.runner_id !== runner.runner_id || offersOther(current, runner)) {
    work.emit('runner.online', { runner_id: runner.runner_id, isolation: runner.isolation, platform: runner.platform })
  }
  return runner
}

const offersOther = (before: Runner, now: Runner): boolean =>
  before.tools.join() !== now.tools.join() || before.toolchains.join() !== now.toolchains.join()
