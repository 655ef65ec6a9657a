// Checks that the tables agree with the log: each call that ended in the log has the same end in the table, and the other way
// round. The log is protected by its hashes; the tables are protected only by this comparison.
import type { Reader, ReadTransaction } from '@countersign/core'
import { type Execution, type ExecutionId, isEnd, type LogRow, type ProjectId, STATUSES, type Status } from '@countersign/protocol'
import { eventsOfCall } from '../history/events-of-call.ts'

export interface TableComparison {
  /** Takes the rows of the log in order, as they are walked through. */
  see(rows: readonly LogRow[]): Promise<void>
  /** Returns the first call on which the table and the log disagree. */
  finish(): Promise<Difference | undefined>
}

export interface Difference {
  readonly seq: number | null
  readonly problem: string
}

const PAGE = 500

export function compareTables(reader: Reader, project_id: ProjectId): TableComparison {
  let found: Difference | undefined
  return {
    see: async (rows) => {
      const ends = rows.flatMap((row) => endOf(row) ?? [])
      if (!found && ends.length > 0) found = await reader.read((tx) => firstWrong(tx, project_id, ends))
    },
    finish: async () => found ?? (await unloggedEnd(reader, project_id)),
  }
}

interface LoggedEnd {
  readonly seq: number
  readonly id: ExecutionId
  readonly status: Status
}

/** The end of a call in a row of the log. A call ends once, and its end never changes. */
function endOf({ seq, payload }: LogRow): LoggedEnd | undefined {
  const { tool_id, tool_status, status, moves } = JSON.parse(payload) as Record<string, unknown>
  const cancelled = Array.isArray(moves) && moves.includes('execution.cancelled') ? 'cancelled' : undefined
  const said = [cancelled, tool_status, status].find((value) => STATUSES.includes(value as Status)) as Status | undefined
  return typeof tool_id === 'string' && said && isEnd(said) ? { seq, id: tool_id as ExecutionId, status: said } : undefined
}

async function firstWrong(tx: ReadTransaction, project: ProjectId, ends: readonly LoggedEnd[]): Promise<Difference | undefined> {
  for (const { seq, id, status } of ends) {
    const execution = await tx.executions.get(id)
    if (!execution || execution.project_id !== project) return { seq, problem: `row ${seq} ends call ${id}, which is not in the table` }
    if (execution.status !== status)
      return { seq, problem: `row ${seq} says that call ${id} is ${status}, the table says ${execution.status}` }
  }
  return undefined
}

async function unloggedEnd(reader: Reader, project_id: ProjectId): Promise<Difference | undefined> {
  const equal = { project_id }
  for (let after: { created_at: string; id: string } | undefined; ; ) {
    const page = await reader.read((tx) => tx.executions.page({ equal, after, limit: PAGE, maxBytes: Number.POSITIVE_INFINITY }))
    for (const execution of page.rows) {
      if (isEnd(execution.status) && !(await isLogged(reader, execution)))
        return { seq: null, problem: `the table says that call ${execution.id} is ${execution.status}, the log does not` }
    }
    if (!page.next) return undefined
    after = page.next
  }
}

/** Rows of earlier versions do not name their call, so they are found by its time. */
const isLogged = (reader: Reader, execution: Execution): Promise<boolean> =>
  reader.read(async (tx) => {
    const saysSo = (row: LogRow) => endOf(row)?.id === execution.id && endOf(row)?.status === execution.status
    return (
      (await tx.events.ofCall(execution.project_id, execution.id)).some(saysSo) ||
      (await eventsOfCall(tx, execution, Date.now())).rows.some(saysSo)
    )
  })
