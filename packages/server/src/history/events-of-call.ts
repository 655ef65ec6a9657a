// Finds the log rows about one call by its id. Rows written before the log named calls are found by the time of the call; if a
// clock was set back, some of those are missed.
import type { ReadTransaction } from '@countersign/core'
import type { Execution, LogRow, ProjectId } from '@countersign/protocol'

/** Server clocks differ and may be set back. */
const SLACK_MILLISECONDS = 5_000
const PAGE = 500
const MAX_ROWS = 20_000

export interface FoundEvents {
  readonly rows: LogRow[]
  /** False if the call lasted too long for its whole time to be searched. */
  readonly isComplete: boolean
}

export async function eventsOfCall({ events }: ReadTransaction, execution: Execution, now: number): Promise<FoundEvents> {
  const named = await events.ofCall(execution.project_id, execution.id)
  return named.length > 0 ? { rows: named, isComplete: true } : eventsByTime(events, execution, now)
}

async function eventsByTime(events: ReadTransaction['events'], execution: Execution, now: number): Promise<FoundEvents> {
  const { project_id, created_at, completed_at, id } = execution
  const begin = shifted(created_at, -SLACK_MILLISECONDS)
  const end = shifted(completed_at ?? new Date(now).toISOString(), SLACK_MILLISECONDS)
  const rows: LogRow[] = []
  let after = await lastBefore(events, project_id, begin)
  for (let looked = 0; looked < MAX_ROWS; looked += PAGE) {
    const page = await events.read(project_id, after, PAGE)
    rows.push(...page.filter(({ payload }) => payload.includes(id)))
    const last = page.at(-1)
    if (!last || page.length < PAGE || last.time > end) return { rows, isComplete: true }
    after = last.seq
  }
  return { rows, isComplete: false }
}

/** The number of the last row before this time. */
async function lastBefore(events: ReadTransaction['events'], project: ProjectId, time: string): Promise<number> {
  let low = 0
  let high = (await events.head(project)).seq
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const [row] = await events.read(project, middle, 1)
    if (row && row.time < time) low = middle + 1
    else high = middle
  }
  return low
}

const shifted = (time: string, milliseconds: number): string => new Date(Date.parse(time) + milliseconds).toISOString()
