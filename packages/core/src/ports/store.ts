// Where state lives. A transaction holds a state change and its event; it resolves only when both are durable.
// Tables know equality, one range and one order: enough for the engine, and the same on every database.
import type {
  Approval,
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

export interface Table<Row extends { readonly id: string }> {
  insert(row: Row): Promise<void>
  get(id: string): Promise<Row | undefined>
  /** Replaces the row if it still is as `when` says; false where it is not. */
  update(row: Row, when?: Partial<Row>): Promise<boolean>
  delete(id: string): Promise<void>
  find(query: Query<Row>): Promise<Row[]>
  count(query: Query<Row>): Promise<number>
  /** For tables whose rows have a `created_at`. */
  page(query: PageQuery<Row>): Promise<Page<Row>>
}

export interface EventDraft {
  readonly type: string
  readonly payload: object
}

/** The call that an event speaks of, if any: of a grant, the one that used it up. */
export function callOf(payload: object): ExecutionId | undefined {
  const { tool_id, used_by } = payload as { tool_id?: ExecutionId; used_by?: ExecutionId }
  return tool_id ?? used_by
}

export interface EventLog {
  append(project: ProjectId, time: string, drafts: readonly EventDraft[]): Promise<LogRow[]>
  /** The rows after `after`, at most `limit`. With `maxBytes` no more than that together, but at least one. */
  read(project: ProjectId, after: number, limit: number, maxBytes?: number): Promise<LogRow[]>
  /** The rows that speak of one call, whatever the clock said when they were written. */
  ofCall(project: ProjectId, call: ExecutionId): Promise<LogRow[]>
  head(project: ProjectId): Promise<{ readonly seq: number; readonly hash: string }>
}

export interface Transaction {
  /** A deleted project is gone at once; what belonged to it goes by `Store.prune`. */
  readonly projects: Table<Project>
  readonly sessions: Table<Session>
  readonly executions: Table<Execution>
  readonly approvals: Table<Approval>
  readonly grants: Table<Grant>
  readonly runners: Table<Runner>
  readonly messages: Table<Message>
  readonly turns: Table<Turn>
  readonly events: EventLog
  readonly figures: Figures
  readonly findCalls: FindCalls
  readonly findSessions: FindSessions
}

export interface SessionSearch {
  readonly project_id: ProjectId
  /** Words of a title or of a message, in any case. */
  readonly text: string
}

/** Ids of sessions of a project whose title or messages hold the text: so many of the newest that a person looks through them. */
export type FindSessions = (search: SessionSearch) => Promise<ReadonlySet<string>>

export interface Store {
  /** All or nothing. `work` awaits nothing but the transaction: concurrent ones may share one commit. */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Looks at what is committed, without waiting for writers. Nothing may be written here, and two queries may see
   * different moments: whoever decides by what it reads uses a transaction.
   */
  read<T>(look: (tx: Transaction) => Promise<T>): Promise<T>
  /** Removes a few rows of deleted projects; false where none is left. */
  prune(): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}
