// Follows a project's events while the page is open. At each (re)connection the stream opens first, then a snapshot is read, then
// the events received meanwhile are applied on top, so that nothing is missed.
import { type Client, createBackoff, pause, RefusedRequest } from '@countersign/client'
import type { StreamEvent } from '@countersign/protocol'
import { gatherEvents, type Pace } from './gather-events.ts'

export type Link = 'connecting' | 'online' | 'offline'

export interface Following {
  readonly client: Client
  readonly projectId: string
  readonly signal: AbortSignal
  /** Reads the current state and applies it. */
  readonly takeSnapshot: () => Promise<void>
  readonly onEvents: (events: readonly StreamEvent[]) => void
  readonly onLink: (link: Link) => void
  readonly pace: Pace
  /** Aborts when a new attempt is worth its while before the wait is over. */
  readonly nextWakeUp: (signal: AbortSignal) => AbortSignal
}

/** Ends when the signal aborts; throws what a retry cannot fix: the token has expired, the project is gone. */
export async function followProject(following: Following): Promise<void> {
  const { signal, onLink, nextWakeUp } = following
  const backoff = createBackoff({ firstMilliseconds: 300, maxMilliseconds: 5_000 })
  const cursor = { last: undefined as number | undefined }
  while (!signal.aborted) {
    try {
      await followUntilCut(following, cursor, () => backoff.reset())
    } catch (error) {
      if (!mayPass(error)) throw error
    }
    if (signal.aborted) return
    onLink('offline')
    await pause(backoff.next(), AbortSignal.any([signal, nextWakeUp(signal)]))
  }
}

async function followUntilCut(following: Following, cursor: { last: number | undefined }, onOnline: () => void): Promise<void> {
  const { client, projectId, onEvents, onLink } = following
  const cut = new AbortController()
  const signal = AbortSignal.any([following.signal, cut.signal])
  let waiting: StreamEvent[] | undefined = []
  let failed: unknown
  const gather = gatherEvents(onEvents, following.pace)
  const refresh = async () => {
    await following.takeSnapshot()
    onEvents(waiting ?? [])
    waiting = undefined
    onOnline()
    onLink('online')
  }
  const onOpen = () =>
    void refresh().catch((error: unknown) => {
      failed = error
      cut.abort()
    })
  const after = cursor.last === undefined ? {} : { after: cursor.last }
  for await (const event of client.eventsUntilCut({ projectId, ...after, onOpen, signal, forms: true })) {
    cursor.last = event.type === 'reset' ? event.data.after : (event.id ?? cursor.last)
    if (event.type === 'reset') continue
    if (waiting) waiting.push(event)
    else gather(event)
  }
  if (failed) throw failed
}

/** Not signed in, not permitted, not found: a retry gives the same answer. Other codes may come from a server that stops or starts. */
const FINAL: readonly number[] = [401, 403, 404]

const mayPass = (error: unknown): boolean => !(error instanceof RefusedRequest) || !FINAL.includes(error.http)
