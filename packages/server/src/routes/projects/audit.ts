// The log of every project for an administrator, row by row as it was hashed.
import type { ReadTransaction } from '@countersign/core'
import { describeField, Failure, LIMITS, type LogRow, type ProjectId, projectId, sentence } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

interface Position {
  readonly project: ProjectId | undefined
  readonly seq: number
}

interface LogPage {
  readonly rows: LogRow[]
  /** Where the next page starts; absent on the last page. */
  readonly next?: { readonly project: ProjectId; readonly seq: number }
}

/** How many projects one page reads. Projects without rows cost as much as others. */
const MAX_PROJECTS = 50

export function createAuditHandlers({ engine }: Pick<AppContext, 'engine'>): Pick<Handlers, 'audit'> {
  return {
    audit: async ({ query: { limit, cursor, project_id } }) => {
      const from = cursor === undefined ? { project: project_id, seq: 0 } : parseCursor(cursor)
      const { rows, next } = await engine.read(async (tx) => {
        if (project_id) return readLogs(tx, [project_id], { project: project_id, seq: from.seq }, limit)
        const range = from.project ? { range: { column: 'id' as const, atLeast: from.project } } : {}
        const projects = await tx.projects.find({ ...range, order: { column: 'id' }, limit: MAX_PROJECTS + 1 })
        const ids = projects.map(({ id }) => id)
        return readLogs(tx, ids, from, limit)
      })
      return {
        success: true,
        events: rows as unknown as Record<string, unknown>[],
        ...(next && { next_cursor: `${next.project}.${next.seq}` }),
      }
    },
  }
}

/** Reads project by project in the order of their ids, each from its first row. */
async function readLogs(tx: ReadTransaction, projects: readonly ProjectId[], from: Position, limit: number): Promise<LogPage> {
  const rows: LogRow[] = []
  let bytes = 0
  for (const [index, project] of projects.entries()) {
    const after = project === from.project ? from.seq : 0
    if (index >= MAX_PROJECTS || rows.length >= limit || bytes >= LIMITS.maxPageBytes) return { rows, next: { project, seq: after } }
    const found = await tx.events.read(project, after, limit - rows.length, LIMITS.maxPageBytes - bytes)
    rows.push(...found)
    for (const { payload } of found) bytes += payload.length
    const seq = found.at(-1)?.seq
    if (seq !== undefined && seq < (await tx.events.head(project)).seq) return { rows, next: { project, seq } }
  }
  return { rows }
}

function parseCursor(cursor: string): Position {
  const [id, seq] = cursor.split('.')
  const project = projectId.safeParse(id)
  if (!project.success || !/^\d{1,15}$/.test(seq ?? ''))
    throw new Failure('INVALID_ARGUMENTS', { subject: describeField('cursor', sentence('problem.cursor-unknown')) })
  return { project: project.data, seq: Number(seq) }
}
