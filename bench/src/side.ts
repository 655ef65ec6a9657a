// One of the two programs that are compared: its processes, and how to talk to it.
import type { ApprovedCalls } from './client/approve.ts'
import type { Call } from './client/send.ts'
import type { OpenStreams } from './client/streams.ts'
import type { Child } from './processes/child.ts'

export interface Side extends AsyncDisposable {
  readonly name: 'bare' | 'ours'
  readonly server: Child
  readonly client: Child
  readonly read: Call
  readonly approved: Omit<ApprovedCalls, 'count'>
  /** Streams by role of the follower. */
  readonly streams: Readonly<Record<string, Omit<OpenStreams, 'count'>>>
  countCompleted(): Promise<number>
}

export const READ_PATH = 'notes/small.txt'
export const READ_CONTENT = `${'A small file, read again and again. '.repeat(5)}\n`
export const WRITE_PATH = 'notes/written.txt'
