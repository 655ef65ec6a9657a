// A transaction as its work sees it: usable until the work ends, and without write methods if it only reads. Every store hands out its
// transactions through this file.
import type { Execution } from '@countersign/protocol'
import type { EventLog, ExecutionTable, ReadLog, ReadTable, ReadTransaction, Table, Transaction } from './store.ts'

export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'

  constructor() {
    super('the transaction is over: nothing more can be read or written in it')
  }
}

/** Runs the work with a transaction that ends with it. */
export const transactWithin = <T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  withScope((whileOpen) => work(writing(tx, whileOpen)))

export const readWithin = <T>(tx: ReadTransaction, look: (tx: ReadTransaction) => Promise<T>): Promise<T> =>
  withScope((whileOpen) => look(reading(tx, whileOpen)))

/** Returns what it is given; throws once the transaction is over. */
type WhileOpen = <Part>(part: Part) => Part

async function withScope<T>(run: (whileOpen: WhileOpen) => Promise<T>): Promise<T> {
  let isOver = false
  try {
    return await run((part) => {
      if (isOver) throw new TransactionOver()
      return part
    })
  } finally {
    isOver = true
  }
}

/** Parts are created on first use: most transactions need two or three. */
const reading = (tx: ReadTransaction, whileOpen: WhileOpen): ReadTransaction => ({
  get projects() {
    return readTable(tx.projects, whileOpen)
  },
  get sessions() {
    return readTable(tx.sessions, whileOpen)
  },
  get executions() {
    return readTable(tx.executions, whileOpen)
  },
  get approvals() {
    return readTable(tx.approvals, whileOpen)
  },
  get grants() {
    return readTable(tx.grants, whileOpen)
  },
  get callClasses() {
    return readTable(tx.callClasses, whileOpen)
  },
  get runners() {
    return readTable(tx.runners, whileOpen)
  },
  get messages() {
    return readTable(tx.messages, whileOpen)
  },
  get turns() {
    return readTable(tx.turns, whileOpen)
  },
  get devices() {
    return readTable(tx.devices, whileOpen)
  },
  get events() {
    return readLog(tx.events, whileOpen)
  },
  ...searches(tx, whileOpen),
})

const writing = (tx: Transaction, whileOpen: WhileOpen): Transaction => ({
  get projects() {
    return table(tx.projects, whileOpen)
  },
  get sessions() {
    return table(tx.sessions, whileOpen)
  },
  get executions() {
    return executions(tx.executions, whileOpen)
  },
  get approvals() {
    return table(tx.approvals, whileOpen)
  },
  get grants() {
    return table(tx.grants, whileOpen)
  },
  get callClasses() {
    return table(tx.callClasses, whileOpen)
  },
  get runners() {
    return table(tx.runners, whileOpen)
  },
  get messages() {
    return table(tx.messages, whileOpen)
  },
  get turns() {
    return table(tx.turns, whileOpen)
  },
  get devices() {
    return table(tx.devices, whileOpen)
  },
  get events() {
    return eventLog(tx.events, whileOpen)
  },
  ...searches(tx, whileOpen),
})

type Named = { readonly id: string }

const readTable = <Row extends Named>(inner: ReadTable<Row>, whileOpen: WhileOpen): ReadTable<Row> => ({
  get: (id) => whileOpen(inner).get(id),
  find: (query) => whileOpen(inner).find(query),
  count: (query) => whileOpen(inner).count(query),
  page: (query) => whileOpen(inner).page(query),
})

const table = <Row extends Named>(inner: Table<Row>, whileOpen: WhileOpen): Table<Row> => ({
  ...readTable(inner, whileOpen),
  insert: (row) => whileOpen(inner).insert(row),
  update: (row, when, before) => whileOpen(inner).update(row, when, before),
  delete: (id) => whileOpen(inner).delete(id),
})

const executions = (inner: ExecutionTable, whileOpen: WhileOpen): ExecutionTable => ({
  ...readTable(inner, whileOpen),
  write: (change) => whileOpen(inner).write(change),
})

const readLog = (inner: ReadLog, whileOpen: WhileOpen): ReadLog => ({
  read: (...range) => whileOpen(inner).read(...range),
  ofCall: (project, call) => whileOpen(inner).ofCall(project, call),
  head: (project) => whileOpen(inner).head(project),
})

const eventLog = (inner: EventLog, whileOpen: WhileOpen): EventLog => ({
  ...readLog(inner, whileOpen),
  append: (project, time, drafts) => whileOpen(inner).append(project, time, drafts),
})

const searches = (tx: ReadTransaction, whileOpen: WhileOpen): Pick<ReadTransaction, 'figures' | 'findCalls' | 'findSessions'> => ({
  figures: {
    calls: (query) => whileOpen(tx.figures).calls(query),
    decisions: (query) => whileOpen(tx.figures).decisions(query),
  },
  findCalls: (query) => whileOpen(tx).findCalls(query),
  findSessions: (search) => whileOpen(tx).findSessions(search),
})

/** The table of executions on top of a plain one: only recorded changes can be written. */
export function executionTable({ insert, update, get, find, count, page }: Table<Execution>): ExecutionTable {
  return {
    get,
    find,
    count,
    page,
    write: async ({ before, execution }) => {
      if (before !== null) return update(execution, { status: before.status }, before)
      await insert(execution)
      return true
    },
  }
}
