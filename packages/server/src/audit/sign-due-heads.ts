// Once a day the head of each log that has grown is signed: what was written before can no longer be changed unseen.
import type { Store } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import type { Heads } from './heads.ts'
import type { SignedHead } from './signed-head.ts'

export interface DueHeads {
  readonly store: Store
  readonly heads: Heads
  readonly now: Date
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** May be called as often as one likes; returns how many heads were signed. */
export async function signDueHeads({ store, heads, now }: DueHeads): Promise<number> {
  const newest = new Map<ProjectId, SignedHead>()
  for (const head of await heads.list()) newest.set(head.project_id, head)
  const projects = await store.transact((tx) => tx.projects.find({ order: { column: 'id' } }))
  let signed = 0
  for (const { id } of projects) {
    const { seq, hash } = await store.transact((tx) => tx.events.head(id))
    if (!isDue(newest.get(id), seq, now)) continue
    await heads.signHead({ project_id: id, seq, hash }, now)
    signed += 1
  }
  return signed
}

function isDue(last: SignedHead | undefined, seq: number, now: Date): boolean {
  if (!last) return seq > 0
  return seq > last.seq && now.getTime() - Date.parse(last.time) >= DAY_MILLISECONDS
}
