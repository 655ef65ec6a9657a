// Deletes the rows of a removed project in small batches, open ones first: nobody waits for a million rows, and no sweep finds
// them again.
import type { SqlValue } from '../sql/kinds.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Few enough that others wait only milliseconds. */
const ROWS = 200
const MERGED_PAGES = 64

const byRow = (table: string, condition = '') =>
  `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE project_id = ?${condition} LIMIT ${ROWS})`

const STEPS = [
  byRow('approvals', ` AND status = 'pending'`),
  byRow('tool_executions', ' AND completed_at IS NULL'),
  ...['runners', 'sessions', 'turns', 'grants', 'call_classes', 'approvals', 'messages', 'tool_executions', 'devices'].map((table) =>
    byRow(table),
  ),
  `DELETE FROM events WHERE (project_id, seq) IN (SELECT project_id, seq FROM events WHERE project_id = ? LIMIT ${ROWS})`,
  'DELETE FROM call_groups WHERE project_id = ?',
  'DELETE FROM call_days WHERE project_id = ?',
  'DELETE FROM decision_days WHERE project_id = ?',
]

export const findRemoved = (connection: SqliteConnection): SqlValue[] | undefined =>
  connection.rows('SELECT id FROM projects WHERE removed = 1 LIMIT 1')[0]

export function pruneRemoved(connection: SqliteConnection): void {
  const project = findRemoved(connection)
  if (!project || STEPS.some((text) => connection.run(text, project) > 0) || mergeWords(connection)) return
  connection.run('DELETE FROM projects WHERE id = ?', project)
}

/** Deleted texts stay in the search index until its segments are merged; returns false if all are merged. */
function mergeWords(connection: SqliteConnection): boolean {
  const changes = () => Number(connection.rows('SELECT total_changes()')[0]?.[0])
  const before = changes()
  connection.run(`INSERT INTO session_words (session_words, rank) VALUES ('merge', ${-MERGED_PAGES})`)
  return changes() - before > 1
}
