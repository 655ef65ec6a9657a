// Where state is stored. A transaction holds a state change and its event; it resolves only when both are durable. Tables support equality,
// one range and one order: enough for the engine, and the same on every database.
import type {
  Approval,
  Device,
  EventDraft,
  Execution,
  ExecutionId,
  Grant,
  LogRow,
  Message,
  Project,
  ProjectId,
  Runner,
  Session,
  Turn,
} from '@countersign/protocol'
import type { Figures } from './figures.ts'
import type { FindCalls } from './history.ts'
import type { Page, PageQuery, Query } from './query.ts'

export interface ReadTable<Row extends { readonly id: string }> {
  get(id: string): Promise<Row | undefined>
  find(query: Query<Row>): Promise<Row[]>
  count(query: Query<Row>): Promise<number>
  /** For tables whose rows have a `created_at`. */
  page(query: PageQuery<Row>): Promise<Page<Row>>
}

export interface Table<Row extends { readonly id: string }> extends ReadTable<Row> {
  insert(row: Row): Promise<void>
  /** Replaces the row if it still matches `when`; false if it does not. Given the row as it was, only what differs is written. */
  update(row: Row, when?: Partial<Row>, before?: Row): Promise<boolean>
  delete(id: string): Promise<void>
}

declare const RECORDED: unique symbol

/** A change of one execution together with its row of the log. Only the engine's `Work` creates one. */
export interface ExecutionWrite {
  readonly [RECORDED]: true
  /** As this transaction read it: it must still have this status. Null for a new one. */
  readonly before: Execution | null
  readonly execution: Execution
}

export interface ExecutionTable extends ReadTable<Execution> {
  /** False if the execution no longer has the status that the change started from. */
  write(change: ExecutionWrite): Promise<boolean>
}

export interface ReadLog {
  /** The rows after `after`, at most `limit`. With `maxBytes`, no more than that in total, but at least one row. */
  read(project: ProjectId, after: number, limit: number, maxBytes?: number): Promise<LogRow[]>
  /** The rows about one call, whatever the clock said when they were written. */
  ofCall(project: ProjectId, call: ExecutionId): Promise<LogRow[]>
  head(project: ProjectId): Promise<{ readonly seq: number; readonly hash: string }>
}

export interface EventLog extends ReadLog {
  append(project: ProjectId, time: string, drafts: readonly EventDraft[]): Promise<LogRow[]>
}

/** One row for each class of a call above LOW, so that an offer can say what it would have matched without looking through the calls. */
export interface CallClassRow {
  readonly id: string
  readonly project_id: ProjectId
  readonly class: string
  readonly tool_id: ExecutionId
  readonly created_at: string
}

/** The read-only side of the store. It has no method that writes. */
export interface ReadTransaction {
  readonly projects: ReadTable<Project>
  readonly sessions: ReadTable<Session>
  readonly executions: ReadTable<Execution>
  readonly approvals: ReadTable<Approval>
  readonly grants: ReadTable<Grant>
  readonly callClasses: ReadTable<CallClassRow>
  readonly runners: ReadTable<Runner>
  readonly messages: ReadTable<Message>
  readonly turns: ReadTable<Turn>
  readonly devices: ReadTable<Device>
  readonly events: ReadLog
  readonly figures: Figures
  readonly findCalls: FindCalls
  readonly findSessions: FindSessions
}

export interface Transaction extends ReadTransaction {
  /** A deleted project disappears at once; its rows are removed by `Store.prune`. */
  readonly projects: Table<Project>
  readonly sessions: Table<Session>
  readonly executions: ExecutionTable
  readonly approvals: Table<Approval>
  readonly grants: Table<Grant>
  readonly callClasses: Table<CallClassRow>
  readonly runners: Table<Runner>
  readonly messages: Table<Message>
  readonly turns: Table<Turn>
  readonly devices: Table<Device>
  readonly events: EventLog
}

export interface SessionSearch {
  readonly project_id: ProjectId
  /** Words of a title or of a message, ignoring case. */
  readonly text: string
}

/** Ids of the project's sessions whose title or messages contain the text: only the newest, as many as a person would look through. */
export type FindSessions = (search: SessionSearch) => Promise<ReadonlySet<string>>

/** Reads what is stored, and cannot write. */
export interface Reader {
  /**
   * Reads what is committed, without waiting for writers. Two queries may see different moments: code that decides by what it reads must
   * use a transaction.
   */
  read<T>(look: (tx: ReadTransaction) => Promise<T>): Promise<T>
}

export interface Store extends Reader {
  /**
   * All or nothing. `work` may await only the transaction: concurrent transactions may share one commit. It may be run again from the
   * start, so everything it collects must be created inside it. The transaction throws if it is used after its end.
   */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Removes a few rows of deleted projects; false if none are left. */
  prune(): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}
