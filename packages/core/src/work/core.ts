// What all operations of the engine share: who is asking, the ports, the settings, and one way to commit a change with its events.

import { createMasker, NO_POLICY, type Policy } from '@countersign/policy'
import { Failure, noFaults, type Project, type ProjectId, type Role, type Runner } from '@countersign/protocol'
import type { Guard, Reading } from '@countersign/tools'
import { createFeed, type Feed } from '../feed/feed.ts'
import type { CommitName, FaultPoint } from '../ports/fault-points.ts'
import type { Ports } from '../ports/ports.ts'
import { createExecutionChanges, type ExecutionChanges } from './execution-changes.ts'
import type { Settings } from './settings.ts'
import { createStepTexts, type StepTexts } from './step-texts.ts'
import { openWork, type Work } from './work.ts'

/** Who is asking, according to the token. An agent's token has no other role: whoever may call a tool may not approve one. */
export interface Principal {
  readonly user_id: string
  readonly roles: readonly Role[]
  readonly agent: string | null
  readonly project_id: string | null
  readonly token_id: string
}

export const hasRole = (principal: Principal, role: Role): boolean => principal.roles.includes(role)

/** Another user's project does not exist: the answer is the same as for an id that was never issued. */
export function ownProject(principal: Principal, project: Project | undefined): Project {
  if (!project || project.user_id !== principal.user_id || (principal.project_id && principal.project_id !== project.id)) {
    throw new Failure('NOT_FOUND', { subject: 'project' })
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

/** What a call of this project is judged by: the rules in force, and what its runner reported about itself. */
export const guardOf = (
  core: Core,
  runner: Runner | undefined,
  known: Omit<Guard & Reading, 'policy' | 'isolation'> = {},
): Guard & Reading => ({
  isolation: runner?.isolation ?? 'none',
  policy: core.policy,
  ...known,
})

export const isOnline = (runner: Runner | undefined, at: string): runner is Runner => runner !== undefined && runner.lease_expires_at > at

/** A client without hello cannot preview; the approval shows its parameters. */
export const isPlain = (runner: Runner | undefined, at: string): boolean => isOnline(runner, at) && !runner.said_hello

export const later = (now: number, seconds: number): string => new Date(now + seconds * 1000).toISOString()
