// The lists of the in-memory store: every query scans all rows, which tests can afford.
import type { Execution, Message, Project, Session } from '@countersign/protocol'
import { type CallQuery, type FindCalls, isOperator, MAX_LOOKED_AT } from '../ports/history.ts'
import type { Page, PageQuery, Place } from '../ports/query.ts'
import type { FindSessions, ReadTable } from '../ports/store.ts'

type Listed = Place

/** One page of sorted rows, newest first. */
export function pageOf<Row extends Listed>(
  sorted: readonly Row[],
  { since, until, after, limit, maxBytes }: Omit<PageQuery<Row>, 'equal'>,
) {
  const isIn = ({ created_at }: Row) => (since === undefined || created_at >= since) && (until === undefined || created_at < until)
  const left = sorted.filter((row) => isIn(row) && (after === undefined || isAfter(row, after)))
  const rows: Row[] = []
  for (let bytes = 0; rows.length < limit && rows.length < left.length && bytes < maxBytes; ) {
    const row = left[rows.length] as Row
    rows.push(structuredClone(row))
    bytes += JSON.stringify(row).length
  }
  return pageWith(rows, rows.length < left.length ? rows.at(-1) : undefined)
}

const pageWith = <Row>(rows: Row[], last: Place | undefined): Page<Row> => ({
  rows,
  ...(last && { next: { created_at: last.created_at, id: last.id } }),
})

const isAfter = (row: Place, after: Place): boolean =>
  row.created_at < after.created_at || (row.created_at === after.created_at && row.id < after.id)

export function memoryCalls(projects: ReadTable<Project>, executions: ReadTable<Execution>): FindCalls {
  return async (query) => {
    const own = new Set((await projects.find({ equal: { user_id: query.user_id } })).map(({ id }) => id))
    const order = { column: 'created_at', descending: true } as const
    const { matches = () => true } = query
    const found = (await executions.find({ order })).filter((row) => own.has(row.project_id) && isWanted(row, query))
    const { rows, next } = pageOf(found, { ...query, limit: query.matches ? MAX_LOOKED_AT : query.limit })
    const matching = rows.filter(matches)
    const shown = matching.slice(0, query.limit)
    return pageWith(shown, matching.length > shown.length ? shown.at(-1) : next)
  }
}

const COLUMNS = ['project_id', 'session_id', 'agent', 'tool_name', 'status', 'risk_level'] as const

const isWanted = (row: Execution, query: CallQuery): boolean =>
  COLUMNS.every((column) => query[column] === undefined || row[column] === query[column]) &&
  (query.made_by === undefined || isOperator(row.agent) === (query.made_by === 'operator'))

export function memorySessions(sessions: ReadTable<Session>, messages: ReadTable<Message>): FindSessions {
  return async ({ project_id, text }) => {
    const has = (words: string) => words.toLowerCase().includes(text.toLowerCase())
    const titled = (await sessions.find({ equal: { project_id } })).filter(({ title }) => has(title))
    const said = (await messages.find({ equal: { project_id } })).filter(({ content }) => has(content))
    return new Set([...titled.map(({ id }) => id), ...said.map(({ session_id }) => session_id)])
  }
}
