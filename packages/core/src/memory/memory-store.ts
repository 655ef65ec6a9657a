// The in-memory store, for tests of the engine. Transactions run one after another; a failed one is rolled back.
import { callOf, GENESIS_HASH, hashOfRow, type LogRow, type ProjectId } from '@countersign/protocol'
import type { Page, PageQuery, Place, Query } from '../ports/query.ts'
import type { EventLog, Store, Table, Transaction } from '../ports/store.ts'
import { executionTable, readWithin, transactWithin } from '../ports/transaction-scope.ts'
import { countDecisions, memoryFigures } from './memory-figures.ts'
import { memoryCalls, memorySessions, pageOf } from './memory-lists.ts'

type Undo = (() => void)[]

export function createMemoryStore(): Store {
  const undo: Undo = []
  const tx = createTransaction(undo)
  let queue: Promise<unknown> = Promise.resolve()
  const transact: Store['transact'] = (work) => {
    const turn = queue.then(async () => {
      undo.length = 0
      try {
        return await transactWithin(tx, work)
      } catch (error) {
        for (const step of undo.toReversed()) step()
        throw error
      }
    })
    queue = turn.catch(() => undefined)
    return turn
  }
  return {
    transact,
    read: (look) => transact((reading) => readWithin(reading, look)),
    prune: async () => false,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function createTransaction(undo: Undo): Transaction {
  const approvals: Transaction['approvals'] = memoryTable(undo)
  const { watched, decided } = countDecisions({ executions: memoryTable(undo), approvals }, undo)
  const executions = executionTable(watched)
  const projects: Transaction['projects'] = memoryTable(undo)
  const sessions: Transaction['sessions'] = memoryTable(undo)
  const messages: Transaction['messages'] = memoryTable(undo)
  return {
    projects,
    sessions,
    executions,
    approvals,
    grants: memoryTable(undo),
    callClasses: memoryTable(undo),
    runners: memoryTable(undo),
    messages,
    turns: memoryTable(undo),
    devices: memoryTable(undo),
    events: memoryLog(undo),
    figures: memoryFigures(executions, decided),
    findCalls: memoryCalls(projects, executions),
    findSessions: memorySessions(sessions, messages),
  }
}

function memoryTable<Row extends { readonly id: string }>(undo: Undo): Table<Row> {
  const rows = new Map<string, Row>()
  const put = (id: string, row: Row | undefined) => {
    const before = rows.get(id)
    undo.push(() => (before ? rows.set(id, before) : rows.delete(id)))
    if (row) rows.set(id, structuredClone(row))
    else rows.delete(id)
  }
  const find = (query: Query<Row>): Row[] => {
    const found = [...rows.values()].filter((row) => matches(row, query))
    const { order } = query
    if (order) found.sort((a, b) => compare(a, b, order.column) * (order.descending ? -1 : 1))
    return found.slice(0, query.limit).map((row) => structuredClone(row))
  }
  return {
    insert: async (row) => {
      if (rows.has(row.id)) throw new Error(`a row with id ${row.id} exists`)
      put(row.id, row)
    },
    get: async (id) => structuredClone(rows.get(id)),
    update: async (row, when = {}) => {
      const current = rows.get(row.id)
      if (!current || !matches(current, { equal: when })) return false
      put(row.id, row)
      return true
    },
    delete: async (id) => put(id, undefined),
    find: async (query) => find(query),
    count: async (query) => find(query).length,
    page: async ({ equal, present, ...page }) => pageOfRows(find(equal ? { equal } : {}), present, page),
  }
}

/** Only tables whose rows have a time are read in pages. */
function pageOfRows<Row>(found: Row[], present: keyof Row | undefined, page: Omit<PageQuery<Row>, 'equal' | 'present'>): Page<Row> {
  const rows = found.filter((row) => present === undefined || row[present] !== null) as unknown as (Row & Place)[]
  rows.sort((a, b) => -compare(a, b, 'created_at'))
  return pageOf<Row & Place>(rows, page)
}

function matches<Row>(row: Row, { equal, among, range }: Query<Row>): boolean {
  for (const [column, value] of Object.entries(equal ?? {})) if (row[column as keyof Row] !== value) return false
  if (among && !among.values.includes(row[among.column])) return false
  if (!range) return true
  const value = row[range.column] as string | null
  if (value === null) return false
  return (range.atLeast === undefined || value >= range.atLeast) && (range.below === undefined || value < range.below)
}

function compare<Row extends { id: string }>(a: Row, b: Row, column: keyof Row): number {
  if (a[column] !== b[column]) return a[column] < b[column] ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function memoryLog(undo: Undo): EventLog {
  const logs = new Map<ProjectId, LogRow[]>()
  const rowsOf = (project: ProjectId): LogRow[] => {
    const rows = logs.get(project) ?? []
    logs.set(project, rows)
    return rows
  }
  return {
    append: async (project_id, time, drafts) => {
      const rows = rowsOf(project_id)
      const length = rows.length
      undo.push(() => rows.splice(length))
      for (const { type, payload } of drafts) {
        const prev_hash = rows.at(-1)?.hash ?? GENESIS_HASH
        const row = { project_id, seq: rows.length + 1, type, payload: JSON.stringify(payload), time, prev_hash }
        rows.push({ ...row, hash: hashOfRow(row) })
      }
      return rows.slice(length)
    },
    read: async (project, after, limit, maxBytes) => firstWithin(rowsOf(project).slice(after, after + limit), maxBytes),
    ofCall: async (project, call) => rowsOf(project).filter(({ payload }) => callOf(JSON.parse(payload)) === call),
    head: async (project) => ({ seq: rowsOf(project).length, hash: rowsOf(project).at(-1)?.hash ?? GENESIS_HASH }),
  }
}

/** Stops after the row that reaches the byte limit. */
function firstWithin(rows: readonly LogRow[], maxBytes = Number.POSITIVE_INFINITY): LogRow[] {
  let bytes = 0
  const end = rows.findIndex(({ payload }) => {
    bytes += payload.length
    return bytes >= maxBytes
  })
  return rows.slice(0, end === -1 ? rows.length : end + 1)
}
