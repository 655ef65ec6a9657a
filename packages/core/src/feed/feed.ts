// From the log to whoever follows a project: rows in order, without gap or repeat. A row that was committed here comes
// from memory; whatever is missing is read from the store. The bus wakes followers on other nodes.
import type { LogRow, ProjectId } from '@countersign/protocol'
import type { Ports } from '../ports/ports.ts'

/** What the log must not hold but the runner needs at once: the raw parameters and the clearance. */
export interface LiveDetail {
  readonly tool_params: Record<string, unknown>
  readonly clearance?: string
}

export interface FeedItem {
  readonly row: LogRow
  readonly live?: LiveDetail | undefined
}

export interface TransientItem {
  readonly type: string
  readonly payload: object
}

export interface Follower {
  /** Called in order of `seq`; the same item object reaches every follower, so a rendering can be shared. */
  readonly onItem: (item: FeedItem) => void | Promise<void>
  readonly onTransient?: (item: TransientItem) => void
}

export interface Feed {
  publish(items: readonly FeedItem[]): void
  publishTransient(project: ProjectId, item: TransientItem): void
  /** Replays what came after `after`, then goes on live, until the returned function is called. */
  follow(project: ProjectId, after: number, follower: Follower): () => void
}

const PAGE = 100
const RETRY_MILLISECONDS = 1000

export function createFeed({ store, bus, onDefect }: Pick<Ports, 'store' | 'bus' | 'onDefect'>): Feed {
  const following = new Map<ProjectId, Set<Cursor>>()
  const read = (project: ProjectId, after: number) => store.read((tx) => tx.events.read(project, after, PAGE))
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
      for (const cursor of following.get(project) ?? []) cursor.follower.onTransient?.(item)
    },
    follow: (project, after, follower) => {
      const cursor = createCursor(after, follower, (seq) => read(project, seq), onDefect)
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

interface Cursor {
  readonly follower: Follower
  offer(items: readonly FeedItem[]): void
  wake(seq: number): void
  stop(): void
}

function createCursor(after: number, follower: Follower, read: (after: number) => Promise<LogRow[]>, onDefect: Ports['onDefect']): Cursor {
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

  const catchUp = async () => {
    while (!stopped) {
      const next = offered[0]
      if (next && next.row.seq <= last + 1) {
        offered.shift()
        await deliver(next)
        continue
      }
      if (wanted <= last) return
      const rows = await read(last)
      for (const row of rows) await deliver(offered.find((item) => item.row.seq === row.seq) ?? { row })
      if (rows.length === 0) wanted = last
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
