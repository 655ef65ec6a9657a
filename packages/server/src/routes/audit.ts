// The log of every project, for an administrator, row by row as it was hashed.
import type { Transaction } from '@countersign/core'
import { Failure, type LogRow, type ProjectId, projectId } from '@countersign/protocol'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'

interface Position {
  readonly project: ProjectId | undefined
  readonly seq: number
}

export function createAuditHandlers({ engine }: Pick<AppContext, 'engine'>): Pick<Handlers, 'audit'> {
  return {
    audit: async ({ query: { limit, cursor, project_id } }) => {
      const from = cursor === undefined ? { project: project_id, seq: 0 } : parseCursor(cursor)
      const rows = await engine.core.store.read((tx) =>
        project_id ? tx.events.read(project_id, from.seq, limit + 1) : readAll(tx, from, limit + 1),
      )
      const events = rows.slice(0, limit)
      const last = events.at(-1)
      return {
        success: true,
        events: events as Record<string, unknown>[],
        ...(rows.length > limit && last && { next_cursor: `${last.project_id}.${last.seq}` }),
      }
    },
  }
}

/** Project by project in the order of their ids, each from its first row. */
async function readAll(tx: Transaction, from: Position, limit: number): Promise<LogRow[]> {
  const range = from.project ? { range: { column: 'id' as const, atLeast: from.project } } : {}
  const projects = await tx.projects.find({ ...range, order: { column: 'id' } })
  const rows: LogRow[] = []
  for (const { id } of projects) {
    if (rows.length >= limit) break
    rows.push(...(await tx.events.read(id, id === from.project ? from.seq : 0, limit - rows.length)))
  }
  return rows
}

function parseCursor(cursor: string): Position {
  const [id, seq] = cursor.split('.')
  const project = projectId.safeParse(id)
  if (!project.success || !/^\d{1,15}$/.test(seq ?? ''))
    throw new Failure('INVALID_ARGUMENTS', { subject: 'cursor: not one that was given out' })
  return { project: project.data, seq: Number(seq) }
}
