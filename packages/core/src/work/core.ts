// What all operations of the engine share: who is asking, the ports, the settings, and one way to commit a change with its events and to tell
// those who wait for it.

import { createMasker, NO_POLICY, type Policy } from '@countersign/policy'
import {
  type DeviceId,
  type Execution,
  type ExecutionId,
  Failure,
  isEnd,
  noFaults,
  type Project,
  type ProjectId,
  type Role,
  type Runner,
  sentence,
} from '@countersign/protocol'
import { createFeed, type Feed } from '../feed/feed.ts'
import type { CommitName, FaultPoint } from '../ports/fault-points.ts'
import type { Ports } from '../ports/ports.ts'
import type { Settings } from './settings.ts'
import { createStepTexts, type StepTexts } from './step-texts.ts'
import { type ExecutionChange, openWork, type Work } from './work.ts'

/** Who is asking, according to the token. An agent's token has no other role: whoever may call a tool may not approve one. */
export interface Principal {
  readonly user_id: string
  readonly roles: readonly Role[]
  readonly agent: string | null
  readonly project_id: string | null
  readonly token_id: string
  /** Set if the token was given to a device. */
  readonly device_id?: DeviceId | undefined
}

export const hasRole = (principal: Principal, role: Role): boolean => principal.roles.includes(role)

/** Another user's project does not exist: the answer is the same as for an id that was never issued. */
export function ownProject(principal: Principal, project: Project | undefined): Project {
  if (!project || project.user_id !== principal.user_id || (principal.project_id && principal.project_id !== project.id)) {
    throw new Failure('NOT_FOUND', { subject: sentence('noun.project') })
  }
  return project
}

/** No token may have this name. */
export const ASSISTANT = 'assistant'

export const assistantFor = ({ user_id, project_id }: Pick<Principal, 'user_id' | 'project_id'>): Principal => ({
  user_id,
  project_id,
  roles: ['agent'],
  agent: ASSISTANT,
  token_id: ASSISTANT,
})

export type { Work } from './work.ts'

export interface Core extends Ports {
  readonly settings: Settings
  readonly faults: (point: FaultPoint) => void
  readonly feed: Feed
  readonly executionChanges: ExecutionChanges
  readonly stepTexts: StepTexts
  readonly masker: ReturnType<typeof createMasker>
  /** The rules in force now. Read on every use, because the file may have changed. */
  readonly policy: Policy
  /** Why the current policy file is not in force; undefined if it is. */
  readonly policyProblem: string | undefined
}

/** The source of the rules, which may change at any time. */
export interface PolicySource {
  readonly current: Policy
  readonly problem: string | undefined
}

export function createCore(ports: Ports, settings: Settings, given: Policy | PolicySource = NO_POLICY): Core {
  const masker = createMasker()
  const feed = createFeed(ports)
  const source: PolicySource = 'current' in given ? given : { current: given, problem: undefined }
  return {
    ...ports,
    faults: ports.faults ?? noFaults,
    settings,
    masker,
    feed,
    executionChanges: createExecutionChanges(),
    stepTexts: createStepTexts(feed),
    get policy() {
      return source.current
    },
    get policyProblem() {
      return source.problem
    },
  }
}

/** One transaction: what it changes, the rows that record it, and what follows once both are durable. */
export async function commit<T>(core: Core, name: CommitName, project: ProjectId, run: (work: Work) => Promise<T>): Promise<T> {
  const { result, items, changes } = await core.store.transact(async (tx) => {
    const { work, close } = openWork(tx, project, core.clock.now(), core.checkEvent)
    const result = await run(work)
    const gathered = await close()
    core.faults(`${name}:before-commit`)
    return { result, ...gathered }
  })
  core.faults(`${name}:after-commit`)
  core.feed.publish(items)
  for (const change of changes) core.executionChanges.announce(change)
  return result
}

/**
 * The only place notified of every change of an execution once it is durable. It serves those who wait for a call, and the caches and
 * counters of a server. A wait ends at the first state that satisfies it, at the time limit, or when the caller leaves.
 */
export interface ExecutionChanges {
  announce(change: ExecutionChange): void
  watch(listener: (change: ExecutionChange) => void): () => void
  /** The state that was announced last, if the execution is open and has changed in this process. */
  latestOpen(id: ExecutionId): Execution | undefined
  wait(execution: Execution, options: WaitOptions): Promise<Execution>
  /** Ends every wait in a project, because the project is deleted. */
  endWaits(project: ProjectId): void
}

interface WaitOptions {
  readonly until: (execution: Execution) => boolean
  readonly milliseconds: number
  readonly signal?: AbortSignal
  /** Reads the current state; called once after listening began, so that no change is missed. Not needed from the latest state. */
  readonly look: () => Promise<Execution>
}

type Listener = (execution: Execution) => void

function createExecutionChanges(): ExecutionChanges {
  const listeners = new Map<ExecutionId, Set<Listener>>()
  const watchers = new Set<(change: ExecutionChange) => void>()
  const waits = new Map<() => void, ProjectId>()
  const open = new Map<ExecutionId, Execution>()

  const listen = (id: ExecutionId, listener: Listener): (() => void) => {
    const set = listeners.get(id) ?? new Set()
    listeners.set(id, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) listeners.delete(id)
    }
  }

  return {
    announce: (change) => {
      const { execution } = change
      if (isEnd(execution.status)) open.delete(execution.id)
      else open.set(execution.id, execution)
      for (const listener of listeners.get(execution.id) ?? []) listener(execution)
      for (const listener of watchers) listener(change)
    },
    watch: (listener) => {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    latestOpen: (id) => open.get(id),
    endWaits: (project) => {
      for (const { id, project_id } of [...open.values()]) if (project_id === project) open.delete(id)
      for (const [finish, waitsIn] of [...waits]) if (waitsIn === project) finish()
    },
    wait: (execution, { until, milliseconds, signal, look }) => {
      if (until(execution) || milliseconds <= 0 || signal?.aborted) return Promise.resolve(execution)
      return new Promise((resolve, reject) => {
        let latest = execution
        const finish = () => {
          stop()
          waits.delete(finish)
          clearTimeout(timer)
          signal?.removeEventListener('abort', finish)
          resolve(latest)
        }
        const see = (next: Execution) => {
          latest = next
          if (until(next)) finish()
        }
        const stop = listen(execution.id, see)
        const timer = setTimeout(finish, milliseconds)
        waits.set(finish, execution.project_id)
        signal?.addEventListener('abort', finish, { once: true })
        if (open.get(execution.id) !== execution) look().then(see, reject)
      })
    },
  }
}

export const isOnline = (runner: Runner | undefined, at: string): runner is Runner => runner !== undefined && runner.lease_expires_at > at

/** A client without hello cannot preview; the approval shows its parameters. */
export const isPlain = (runner: Runner | undefined, at: string): boolean => isOnline(runner, at) && !runner.said_hello

export const later = (now: number, seconds: number): string => new Date(now + seconds * 1000).toISOString()
