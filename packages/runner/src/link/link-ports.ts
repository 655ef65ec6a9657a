// What the link needs and offers.
import type { KeyObject } from 'node:crypto'
import type { BackoffOptions, Client } from '@countersign/client'
import type { Failure, Hello, ProjectId } from '@countersign/protocol'
import type { RunPorts } from '../execute/run-call.ts'
import type { ServerClock } from './clocks.ts'
import type { Phase } from './presence.ts'

export interface LinkPorts extends Omit<RunPorts, 'serverRules' | 'outputs'> {
  readonly client: Client
  readonly projectId: ProjectId
  /** What the runner says of itself that stays the same. */
  readonly introduction: Omit<
    Hello,
    'attempts' | 'processes' | 'sessions' | 'secrets_in_git' | 'time' | 'tools' | 'read_only' | 'toolchains'
  >
  /** What it offers now. */
  readonly offer: () => Pick<Hello, 'tools' | 'read_only' | 'toolchains'>
  /** Throws where the announced key is not the pinned one. */
  readonly pin: (announced: unknown) => KeyObject
  /** Where output lies that the server does not have yet. */
  readonly unsentOutputPath: string
  /** For waiting and for the lease. */
  readonly clock: () => number
  /** By which clearances are judged. */
  readonly serverClock: ServerClock
  /** What this machine says the time is. */
  readonly wall: () => number
  readonly retry: BackoffOptions
  readonly onHello: () => void
  readonly onRefused: (error: Failure) => void
}

export interface Link {
  start(): void
  phase(): Phase
  /** The offer has changed: the server is told by another hello. */
  announce(): void
  /** Ends what runs, posts what can be posted within the time, leaves the rest in the outbox. */
  stop(): Promise<void>
}
