// What every verb of the engine shares: the ports, the settings, and one way to commit a change with its events.

import { createMasker, NO_POLICY, type Policy } from '@countersign/policy'
import type { Execution, LogRow, ProjectId, Runner } from '@countersign/protocol'
import type { Guard } from './executions/judgement/judge-call.ts'
import { createWaiters, type Waiters } from './executions/waiters.ts'
import type { CommitName } from './fault-points.ts'
import { createFeed, type Feed } from './feed/feed.ts'
import type { LiveDetail } from './feed/follower.ts'
import type { Ports } from './ports/ports.ts'
import type { EventDraft, Transaction } from './ports/store.ts'
import type { Settings } from './settings.ts'
import { createStepTexts, type StepTexts } from './turns/step-texts.ts'

export interface Core extends Ports {
  readonly settings: Settings
  readonly feed: Feed
  readonly waiters: Waiters
  readonly stepTexts: StepTexts
  readonly masker: ReturnType<typeof createMasker>
  /** The rules in force now: each use asks again, because the file may have changed. */
  readonly policy: Policy
  /** Why the policy file, as it is now, is not in force; undefined where it is. */
  readonly policyProblem: string | undefined
}

/** Where the rules come from. What it says may change at any time. */
export interface PolicySource {
  readonly current: Policy
  readonly problem: string | undefined
}

/** One transaction in progress: what is emitted here is stored and sent together with the change. */
export interface Work {
  readonly tx: Transaction
  readonly now: number
  readonly at: string
  emit(type: string, payload: object, live?: LiveDetail): void
  /** The execution as it now is; wakes who waits for it once the commit is durable. */
  changed(execution: Execution): void
}

export function createCore(ports: Ports, settings: Settings, given: Policy | PolicySource = NO_POLICY): Core {
  const masker = createMasker()
  const feed = createFeed(ports)
  const source: PolicySource = 'current' in given ? given : { current: given, problem: undefined }
  return {
    ...ports,
    settings,
    masker,
    feed,
    waiters: createWaiters(),
    stepTexts: createStepTexts(feed),
    get policy() {
      return source.current
    },
    get policyProblem() {
      return source.problem
    },
  }
}

export async function commit<T>(core: Core, name: CommitName, project: ProjectId, run: (work: Work) => Promise<T>): Promise<T> {
  const drafts: (EventDraft & { live?: LiveDetail })[] = []
  const executions: Execution[] = []
  let rows: LogRow[] = []
  const result = await core.store.transact(async (tx) => {
    const now = core.clock.now()
    const at = new Date(now).toISOString()
    const emit = (type: string, payload: object, live?: LiveDetail) =>
      void drafts.push({ type, payload: { ...payload, timestamp: at }, live })
    const value = await run({ tx, now, at, emit, changed: (execution) => void executions.push(execution) })
    if (drafts.length > 0) rows = await tx.events.append(project, at, drafts)
    core.faults(`${name}:before-commit`)
    return value
  })
  core.faults(`${name}:after-commit`)
  core.feed.publish(rows.map((row, index) => ({ row, live: drafts[index]?.live })))
  for (const execution of executions) core.waiters.changed(execution)
  return result
}

/** What a call of this project is judged by: the rules in force, and what its runner said of itself. */
export const guardOf = (core: Core, runner: Runner | undefined, known: Omit<Guard, 'policy' | 'isolation'> = {}): Guard => ({
  isolation: runner?.isolation ?? 'none',
  policy: core.policy,
  ...known,
})

export const isOnline = (runner: Runner | undefined, at: string): runner is Runner => runner !== undefined && runner.lease_expires_at > at

/** A client without hello runs and shows nothing: what it would change is shown as the parameters say. */
export const isPlain = (runner: Runner | undefined, at: string): boolean => isOnline(runner, at) && !runner.said_hello

export const later = (now: number, seconds: number): string => new Date(now + seconds * 1000).toISOString()
