// A transaction as its work sees it: usable until the work ends, and without write methods if it only reads. Every store hands out its
// transactions through this file.
import type { Execution } from '@countersign/protocol'
import type { Figures } from './figures.ts'
import type { FindCalls } from './history.ts'
import type {
  EventLog,
  ExecutionTable,
  ExecutionWrite,
  FindSessions,
  ReadLog,
  ReadTable,
  ReadTransaction,
  Table,
  Transaction,
} from './store.ts'

export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'

  constructor() {
    super('the transaction is over: nothing more can be read or written in it')
  }
}

/** Runs the work with a transaction that ends with it. */
export const transactWithin = <T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  withScope((scope) => work(new ScopedTransaction(tx, scope)))

export const readWithin = <T>(tx: ReadTransaction, look: (tx: ReadTransaction) => Promise<T>): Promise<T> =>
  withScope((scope) => look(new ScopedReading(tx, scope)))

class Scope {
  isOver = false

  /** Returns what it is given; throws once the transaction is over. */
  open<Part>(part: Part): Part {
    if (this.isOver) throw new TransactionOver()
    return part
  }
}

async function withScope<T>(run: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = new Scope()
  try {
    return await run(scope)
  } finally {
    scope.isOver = true
  }
}

// Classes, because every call makes several transactions: none has closures of its own, and a table is made when it is used.
class ScopedReading implements ReadTransaction {
  readonly #tx: ReadTransaction
  readonly #scope: Scope

  constructor(tx: ReadTransaction, scope: Scope) {
    this.#tx = tx
    this.#scope = scope
  }

  get projects() {
    return readTable(this.#tx.projects, this.#scope)
  }

  get sessions() {
    return readTable(this.#tx.sessions, this.#scope)
  }

  get executions() {
    return readTable(this.#tx.executions, this.#scope)
  }

  get approvals() {
    return readTable(this.#tx.approvals, this.#scope)
  }

  get grants() {
    return readTable(this.#tx.grants, this.#scope)
  }

  get callClasses() {
    return readTable(this.#tx.callClasses, this.#scope)
  }

  get runners() {
    return readTable(this.#tx.runners, this.#scope)
  }

  get messages() {
    return readTable(this.#tx.messages, this.#scope)
  }

  get turns() {
    return readTable(this.#tx.turns, this.#scope)
  }

  get devices() {
    return readTable(this.#tx.devices, this.#scope)
  }

  get events() {
    return new ScopedReadLog(this.#tx.events, this.#scope)
  }

  get figures() {
    return new ScopedFigures(this.#tx.figures, this.#scope)
  }

  findCalls(query: Parameters<FindCalls>[0]) {
    return this.#scope.open(this.#tx).findCalls(query)
  }

  findSessions(search: Parameters<FindSessions>[0]) {
    return this.#scope.open(this.#tx).findSessions(search)
  }
}

class ScopedTransaction extends ScopedReading implements Transaction {
  readonly #tx: Transaction
  readonly #scope: Scope

  constructor(tx: Transaction, scope: Scope) {
    super(tx, scope)
    this.#tx = tx
    this.#scope = scope
  }

  override get projects() {
    return table(this.#tx.projects, this.#scope)
  }

  override get sessions() {
    return table(this.#tx.sessions, this.#scope)
  }

  override get executions() {
    return new ScopedExecutions(this.#tx.executions, this.#scope)
  }

  override get approvals() {
    return table(this.#tx.approvals, this.#scope)
  }

  override get grants() {
    return table(this.#tx.grants, this.#scope)
  }

  override get callClasses() {
    return table(this.#tx.callClasses, this.#scope)
  }

  override get runners() {
    return table(this.#tx.runners, this.#scope)
  }

  override get messages() {
    return table(this.#tx.messages, this.#scope)
  }

  override get turns() {
    return table(this.#tx.turns, this.#scope)
  }

  override get devices() {
    return table(this.#tx.devices, this.#scope)
  }

  override get events() {
    return new ScopedLog(this.#tx.events, this.#scope)
  }
}

type Named = { readonly id: string }

class Scoped<Part> {
  readonly #part: Part
  readonly #scope: Scope

  constructor(part: Part, scope: Scope) {
    this.#part = part
    this.#scope = scope
  }

  protected get inner(): Part {
    return this.#scope.open(this.#part)
  }
}

class ScopedReadTable<Row extends Named, Inner extends ReadTable<Row> = ReadTable<Row>> extends Scoped<Inner> implements ReadTable<Row> {
  get(id: string) {
    return this.inner.get(id)
  }

  find(query: Parameters<ReadTable<Row>['find']>[0]) {
    return this.inner.find(query)
  }

  count(query: Parameters<ReadTable<Row>['count']>[0]) {
    return this.inner.count(query)
  }

  page(query: Parameters<ReadTable<Row>['page']>[0]) {
    return this.inner.page(query)
  }
}

/** Says which rows the table has: they cannot be inferred from the class. */
const readTable = <Row extends Named>(inner: ReadTable<Row>, scope: Scope): ReadTable<Row> => new ScopedReadTable<Row>(inner, scope)

class ScopedTable<Row extends Named> extends ScopedReadTable<Row, Table<Row>> implements Table<Row> {
  insert(row: Row) {
    return this.inner.insert(row)
  }

  update(...change: Parameters<Table<Row>['update']>) {
    return this.inner.update(...change)
  }

  delete(id: string) {
    return this.inner.delete(id)
  }
}

const table = <Row extends Named>(inner: Table<Row>, scope: Scope): Table<Row> => new ScopedTable<Row>(inner, scope)

class ScopedExecutions extends ScopedReadTable<Execution, ExecutionTable> implements ExecutionTable {
  write(change: ExecutionWrite) {
    return this.inner.write(change)
  }
}

class ScopedReadLog<Inner extends ReadLog = ReadLog> extends Scoped<Inner> implements ReadLog {
  read(...range: Parameters<ReadLog['read']>) {
    return this.inner.read(...range)
  }

  ofCall(...call: Parameters<ReadLog['ofCall']>) {
    return this.inner.ofCall(...call)
  }

  head(project: Parameters<ReadLog['head']>[0]) {
    return this.inner.head(project)
  }
}

class ScopedLog extends ScopedReadLog<EventLog> implements EventLog {
  append(...rows: Parameters<EventLog['append']>) {
    return this.inner.append(...rows)
  }
}

class ScopedFigures extends Scoped<Figures> implements Figures {
  calls(query: Parameters<Figures['calls']>[0]) {
    return this.inner.calls(query)
  }

  decisions(query: Parameters<Figures['decisions']>[0]) {
    return this.inner.decisions(query)
  }
}

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
