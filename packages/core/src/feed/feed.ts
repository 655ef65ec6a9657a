// From the log to whoever follows a project: rows in order, without gap or repeat. A row that was committed here comes
// from memory; whatever is missing is read from the store. The bus wakes followers on other nodes.
import type { ProjectId, TransientEvent } from '@countersign/protocol'
import type { Ports } from '../ports/ports.ts'
import { type Cursor, createCursor, createTurns } from './cursor.ts'
import type { FeedItem, Follower } from './follower.ts'

export interface Feed {
  publish(items: readonly FeedItem[]): void
  publishTransient(project: ProjectId, item: TransientEvent): void
  /** Replays what came after `after`, then goes on live, until the returned function is called. */
  follow(project: ProjectId, after: number, follower: Follower): () => void
}

/** What one step of a replay reads: short enough that whoever waits for the next round of the loop does not notice. */
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
