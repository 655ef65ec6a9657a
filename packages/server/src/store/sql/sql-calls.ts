// Finds the calls of a user by any combination of filters. The database stores which groups of calls exist (agent, tool, status,
// risk) and indexes each group by time. The matching groups are merged, so that a page costs the same however many calls there
// are.
import { type CallQuery, type FindCalls, isOperator, MAX_LOOKED_AT, type Place } from '@countersign/core'
import type { Execution } from '@countersign/protocol'
import { createKeyStream, type KeyStream, mergeKeys } from './key-streams.ts'
import type { Dialect, SqlConnection, SqlValue } from './kinds.ts'
import { createRowReader } from './row-reader.ts'

/** More groups than any project has, unless somebody invents tool names; then the calls are scanned one by one. */
const MAX_GROUPS = 2_000

export function sqlCalls(connection: SqlConnection, dialect: Dialect): FindCalls {
  const readRow = createRowReader(connection, dialect)
  return async (query) => {
    const { streams, isExact } = await streamsOf(connection, dialect, query)
    const matches = (row: Execution) => (isExact || hasColumns(row, query)) && (query.matches?.(row) ?? true)
    const rows: Execution[] = []
    let bytes = 0
    let looked = 0
    let last: Place | undefined
    for await (const key of mergeKeys(streams)) {
      if (rows.length >= query.limit || looked >= MAX_LOOKED_AT || bytes >= query.maxBytes) return { rows, ...(last && { next: last }) }
      const found = await readRow(key.id)
      looked += 1
      last = found ? { created_at: found.row.created_at, id: found.row.id } : last
      if (!found || !matches(found.row)) continue
      rows.push(found.row)
      bytes += found.bytes
    }
    return { rows }
  }
}

interface Streams {
  readonly streams: KeyStream[]
  /** False if the streams also contain calls that do not match. */
  readonly isExact: boolean
}

type Filters = Pick<CallQuery, 'agent' | 'made_by' | 'tool_name' | 'status' | 'risk_level' | 'session_id'>

const hasColumns = (row: Execution, query: Filters): boolean =>
  isWanted(query, [row.agent, row.tool_name, row.status, row.risk_level ?? '']) &&
  (query.session_id === undefined || row.session_id === query.session_id)

function isWanted({ agent, made_by, tool_name, status, risk_level }: Filters, group: readonly unknown[]): boolean {
  const [ofAgent, ofTool, ofStatus, ofRisk] = group
  return (
    (agent === undefined || agent === ofAgent) &&
    (made_by === undefined || isOperator(String(ofAgent)) === (made_by === 'operator')) &&
    (tool_name === undefined || tool_name === ofTool) &&
    (status === undefined || status === ofStatus) &&
    (risk_level === undefined || risk_level === ofRisk)
  )
}

const isFiltered = ({ agent, made_by, tool_name, status, risk_level }: Filters): boolean =>
  [agent, made_by, tool_name, status, risk_level].some((filter) => filter !== undefined)

async function streamsOf(connection: SqlConnection, dialect: Dialect, query: CallQuery): Promise<Streams> {
  const projects = await projectsOf(connection, dialect, query)
  const open = createKeyStream(connection, dialect, query)
  if (query.session_id !== undefined) {
    const isOwn = projects.length > 0 && (await isInOne(connection, dialect, query.session_id, projects))
    return { streams: isOwn ? [open.ofSession(dialect.codecs.id.encode(query.session_id))] : [], isExact: !isFiltered(query) }
  }
  if (!isFiltered(query)) return { streams: projects.map(open.ofProject), isExact: true }
  const streams: KeyStream[] = []
  let isExact = true
  for (const project of projects) {
    const groups = await connection.rows(groupsText(dialect), [project])
    if (groups.length > MAX_GROUPS) isExact = false
    streams.push(
      ...(groups.length > MAX_GROUPS
        ? [open.ofProject(project)]
        : wantedGroups(groups, query).map((group) => open.ofGroup(project, group))),
    )
  }
  return { streams, isExact }
}

const wantedGroups = (groups: readonly SqlValue[][], query: Filters): SqlValue[][] => groups.filter((group) => isWanted(query, group))

const groupsText = ({ placeholder }: Dialect): string =>
  `SELECT "agent", "tool_name", "status", "risk_level" FROM "call_groups" WHERE "project_id" = ${placeholder(1)} LIMIT ${MAX_GROUPS + 1}`

/** The encoded ids of the user's projects, or only of the named one. */
async function projectsOf(connection: SqlConnection, dialect: Dialect, { user_id, project_id }: CallQuery): Promise<SqlValue[]> {
  const named = project_id === undefined ? '' : ` AND "id" = ${dialect.placeholder(2)}`
  const values = [user_id, ...(project_id === undefined ? [] : [dialect.codecs.id.encode(project_id)])]
  const text = `SELECT "id" FROM "projects" WHERE "user_id" = ${dialect.placeholder(1)}${named} AND "removed" = 0`
  return (await connection.rows(text, values)).map(([id]) => id as SqlValue)
}

async function isInOne(connection: SqlConnection, dialect: Dialect, session: string, projects: readonly SqlValue[]): Promise<boolean> {
  const text = `SELECT "project_id" FROM "sessions" WHERE "id" = ${dialect.placeholder(1)}`
  const [found] = await connection.rows(text, [dialect.codecs.id.encode(session)])
  const { decode } = dialect.codecs.id
  return found !== undefined && projects.some((project) => decode(project) === decode(found[0] as SqlValue))
}
