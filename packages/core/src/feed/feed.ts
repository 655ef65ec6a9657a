// Carries the log to everyone who follows a project: rows in order, without gaps or repetitions. A row that was committed here comes from
// memory; missing rows are read from the store, in small steps and only while the follower has room. The bus wakes followers on other
// nodes.
import type { LogRow, ProjectId, TransientEvent } from '@countersign/protocol'
import type { Bus, Ports } from '../ports/ports.ts'
import type { FeedItem, Follower } from './follower.ts'

const RETRY_MILLISECONDS = 1000
/** Live rows buffered for a follower that is behind; rows beyond that are read from the store like the rest. */
const MAX_OFFERED_ROWS = 256
const MAX_OFFERED_CHARACTERS = 256 * 1024

export interface Cursor {
  readonly follower: Follower
  offer(items: readonly FeedItem[]): void
  wake(seq: number): void
  stop(): void
}

export interface CursorParts {
  readonly after: number
  readonly follower: Follower
  read(after: number): Promise<LogRow[]>
  readonly takeTurn: TakeTurn
  readonly onDefect: Ports['onDefect']
}

export function createCursor({ after, follower, read, takeTurn, onDefect }: CursorParts): Cursor {
  let last = after
  let wanted = after
  let busy = false
  let stopped = false
  let offered: FeedItem[] = []

  const deliver = async (item: FeedItem) => {
    if (item.row.seq <= last || stopped) return
    last = item.row.seq
    await follower.onItem(item)
  }

  const step = async () => {
    const rows = await read(last)
    if (rows.length === 0) wanted = last
    for (const row of rows) {
      await deliver(offered.find((item) => item.row.seq === row.seq) ?? { row })
      // The rest of the page is read again later: kept here, it would stay in memory as long as the reader likes.
      if (stopped || follower.hasRoom?.() === false) return
    }
  }

  const catchUp = async () => {
    for (let steps = 0; !stopped; ) {
      const next = offered[0]
      if (next && next.row.seq <= last + 1) {
        offered.shift()
        await deliver(next)
        continue
      }
      if (wanted <= last) return
      // The first step is not throttled: most followers miss nothing, and thousands may come back at once.
      if (steps++ > 0) await takeTurn()
      await follower.untilRoom?.()
      if (!stopped) await step()
    }
  }

  const run = () => {
    if (busy || stopped) return
    busy = true
    catchUp().then(
      () => {
        busy = false
        if (wanted > last) run()
      },
      (error: unknown) => {
        onDefect(error, 'feed')
        setTimeout(() => {
          busy = false
          run()
        }, RETRY_MILLISECONDS)
      },
    )
  }

  return {
    follower,
    offer: (items) => {
      offered.push(...items)
      if (busy && isTooMuch(offered)) offered = []
      wanted = Math.max(wanted, items.at(-1)?.row.seq ?? 0)
      run()
    },
    wake: (seq) => {
      wanted = Math.max(wanted, seq)
      run()
    },
    stop: () => {
      stopped = true
      offered = []
    },
  }
}

function isTooMuch(items: readonly FeedItem[]): boolean {
  if (items.length > MAX_OFFERED_ROWS) return true
  return items.reduce((sum, { row }) => sum + row.payload.length, 0) > MAX_OFFERED_CHARACTERS
}

export type TakeTurn = () => Promise<void>

export function createTurns(): TakeTurn {
  const waiting: (() => void)[] = []
  const giveOne = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setTimeout(giveOne, 0)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setTimeout(giveOne, 0)
    })
}

export interface Feed {
  publish(items: readonly FeedItem[]): void
  publishTransient(project: ProjectId, item: TransientEvent): void
  /** Replays what came after `after`, then continues live until the returned function is called. */
  follow(project: ProjectId, after: number, follower: Follower): () => void
}

/** The rows that one step of a replay reads: few enough not to delay the event loop noticeably. */
const PAGE_ROWS = 100
const PAGE_BYTES = 128 * 1024

export function createFeed({ store, bus, onDefect, checkEvent }: Pick<Ports, 'store' | 'bus' | 'onDefect' | 'checkEvent'>): Feed {
  const following = new Map<ProjectId, Set<Cursor>>()
  const takeTurn = createTurns()
  const read = (project: ProjectId, after: number) => store.read((tx) => tx.events.read(project, after, PAGE_ROWS, PAGE_BYTES))
  bus.onWake((project, seq) => {
    for (const cursor of following.get(project) ?? []) cursor.wake(seq)
  })
  return {
    publish: (items) => {
      const last = items.at(-1)
      if (!last) return
      for (const cursor of following.get(last.row.project_id) ?? []) cursor.offer(items)
      bus.wake(last.row.project_id, last.row.seq)
    },
    publishTransient: (project, item) => {
      checkEvent?.(item)
      for (const cursor of following.get(project) ?? []) cursor.follower.onTransient?.(item)
    },
    follow: (project, after, follower) => {
      const cursor = createCursor({ after, follower, read: (seq) => read(project, seq), takeTurn, onDefect })
      const cursors = following.get(project) ?? new Set()
      following.set(project, cursors.add(cursor))
      cursor.wake(Number.POSITIVE_INFINITY)
      return () => {
        cursor.stop()
        cursors.delete(cursor)
        if (cursors.size === 0 && following.get(project) === cursors) following.delete(project)
      }
    },
  }
}

/** The bus of a single process. */
export function createMemoryBus(): Bus {
  const listeners = new Set<(project: ProjectId, seq: number) => void>()
  return {
    wake: (project, seq) => {
      for (const listener of listeners) listener(project, seq)
    },
    onWake: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Calls the listener each time the log of a project has grown by a number of rows. */
export function watchGrowth(bus: Bus, rows: number, listener: () => void): () => void {
  const seen = new Map<ProjectId, number>()
  return bus.onWake((project, seq) => {
    const from = seen.get(project)
    if (from !== undefined && seq - from < rows) return
    seen.set(project, seq)
    if (from !== undefined) listener()
  })
}
