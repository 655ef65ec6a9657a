// Signs the head of a log once a day if the log has grown, after every thousand rows, and when the server stops. Rows before a
// signed head can no longer be changed or cut off unnoticed.
import type { Reader } from '@countersign/core'
import type { ProjectId } from '@countersign/protocol'
import type { Heads } from './heads.ts'
import type { SignedHead } from './signed-head.ts'

export interface DueHeads {
  readonly reader: Reader
  readonly heads: Heads
  readonly now: Date
  /** Signs every log that has grown at all, because the server is stopping. */
  readonly all?: boolean
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
export const ROWS_BETWEEN_HEADS = 1_000

/** Can be called at any time; returns how many heads were signed. */
export async function signDueHeads({ reader, heads, now, all = false }: DueHeads): Promise<number> {
  const newest = await heads.newest()
  const projects = await reader.read((tx) => tx.projects.find({ order: { column: 'id' } }))
  let signed = 0
  for (const { id } of projects) if (await signIfDue({ reader, heads, now, all }, id, newest.get(id))) signed += 1
  return signed
}

/** Signs the head if the log has grown by enough rows since the last one. */
export async function signIfDue(due: DueHeads, project_id: ProjectId, last: SignedHead | undefined): Promise<boolean> {
  const { seq, hash } = await due.reader.read((tx) => tx.events.head(project_id))
  if (!isDue(due, last, seq)) return false
  await due.heads.signHead({ project_id, seq, hash }, due.now)
  return true
}

function isDue({ now, all }: DueHeads, last: SignedHead | undefined, seq: number): boolean {
  if (!last) return seq > 0
  if (seq <= last.seq) return false
  return all === true || seq - last.seq >= ROWS_BETWEEN_HEADS || now.getTime() - Date.parse(last.time) >= DAY_MILLISECONDS
}
