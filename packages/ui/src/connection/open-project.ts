// One project open in this tab: its client, its mirror, and the state of its connection. Closed when the person leaves it.
import { type Client, fetchTransport, RefusedRequest } from '@countersign/client'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createMirror, type Mirror } from '../mirror/mirror.ts'
import { followExpiry } from './follow-expiry.ts'
import { followProject, type Link } from './follow-project.ts'
import { nextWakeUp, paceOfPage } from './page-pace.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'
import { connectTo, type Server } from './sign-in.ts'
import { timedTransport } from './timed-transport.ts'

export interface OpenProject {
  readonly client: Client
  readonly projectId: string
  readonly mirror: Mirror
  readonly link: StoreApi<Link>
  /** The clock by which approvals expire. */
  readonly clock: ServerClock
  /** Files with unsaved text; the person is asked before leaving the project. */
  reportUnsaved(paths: readonly string[]): void
  close(): void
}

export interface OpenProjectOptions {
  readonly server: Server
  /** The current token, which is renewed while the page is open. */
  readonly token: () => string
  readonly projectId: string
  /** The token is no longer valid, or the project is gone. */
  readonly onRefused: () => void
  readonly onDefect: (error: unknown) => void
  readonly onUnsaved: (paths: readonly string[]) => void
}

export function openProject({ server, token, projectId, onRefused, onDefect, onUnsaved }: OpenProjectOptions): OpenProject {
  const closing = new AbortController()
  const clock = createServerClock()
  const client = connectTo({ ...server, transport: timedTransport(server.transport ?? fetchTransport, clock) }, token)
  const link = createStore<Link>(() => 'connecting')
  // Fetches that fail while offline are repeated when the connection is back.
  const mirror = createMirror({ client, projectId, onProblem: (error) => error instanceof RefusedRequest || onDefect(error) })
  followExpiry({ mirror, clock, signal: closing.signal })
  const { takeSnapshot, onEvents } = mirror
  const onLink = (to: Link) => link.setState(to, true)
  const page = { pace: paceOfPage(), nextWakeUp }
  followProject({ client, projectId, signal: closing.signal, takeSnapshot, onEvents, onLink, ...page }).catch((error: unknown) => {
    if (closing.signal.aborted) return
    if (error instanceof RefusedRequest) onRefused()
    else onDefect(error)
  })
  const reportUnsaved = (paths: readonly string[]) => closing.signal.aborted || onUnsaved(paths)
  const close = () => {
    closing.abort()
    onUnsaved([])
  }
  return { client, projectId, mirror, link, clock, reportUnsaved, close }
}
