// One transaction of the engine in progress. Everything it collects (log rows, changes to announce) is created and kept here, once for each
// run of its callback: running a transaction again duplicates nothing. Only `draftRow` creates a row, and it rejects fields that the
// registry of events does not know.
import {
  applyMove,
  type EventDraft,
  type Exact,
  type Execution,
  type ExecutionId,
  type ExecutionIn,
  type ExecutionMove,
  Failure,
  LIMITS,
  type LoggedMove,
  type Moved,
  type MoveFrom,
  type ProjectId,
  type RowFields,
  type RowType,
  sentence,
} from '@countersign/protocol'
import type { FeedItem, LiveDetail } from '../feed/follower.ts'
import type { Ports } from '../ports/ports.ts'
import type { ExecutionWrite, Transaction } from '../ports/store.ts'
import { TransactionOver } from '../ports/transaction-scope.ts'

/** Row types that name the transitions of an execution. */
export type CallRowType = { [T in RowType]: 'moves' extends keyof RowFields<T> ? T : never }[RowType]
export type CallRowFields<T extends CallRowType> = Omit<RowFields<T>, 'moves'>

declare const EXACT: unique symbol

export interface RowDraft {
  readonly [EXACT]: true
  readonly type: CallRowType
  readonly payload: object
  /** What followers in this process get in addition to the row. */
  readonly live: LiveDetail | undefined
}

export const draftRow = <T extends CallRowType, Given extends CallRowFields<T>>(
  type: T,
  payload: Exact<CallRowFields<T>, Given>,
  live?: LiveDetail,
): RowDraft => ({ type, payload, live }) as unknown as RowDraft

/** The row as it is appended to the log. Its fields were checked against its type where the row was made. */
export const eventDraft = (type: RowType, payload: object): EventDraft => ({ type, payload }) as unknown as EventDraft

type Params = Record<string, unknown>

export function statusRow(execution: Execution): RowDraft {
  const { id, session_id, agent, tool_name, status, risk_level, error, error_type, error_details } = execution
  const call = { tool_id: id, session_id, ...callIdOf(execution), agent, tool_name }
  return draftRow('tool.status', { ...call, status, risk_level, error, error_form: error_details?.form, error_code: error_type })
}

export function previewRequestRow(execution: Execution, params: Params | undefined): RowDraft {
  const { id, session_id, agent, tool_name, tool_params, call_digest: digest, risk_level, mode } = execution
  const judged = { digest, risk_level, ...(mode && { mode }) }
  const call = { tool_id: id, session_id, agent, tool_name, tool_params: abridge(tool_params), ...judged }
  return draftRow('tool.preview_request', call, params && { tool_params: params, session_id })
}

/** The log row. The runner's rendering adds raw parameters and clearance, which must not be in the log. */
export function signalRow(execution: ExecutionIn<'executing'>, params: Params | undefined, moves: readonly LoggedMove[]): RowDraft {
  return draftRow(
    'tool.execution_signal',
    {
      tool_id: execution.id,
      attempt_id: execution.attempt_id,
      tool_name: execution.tool_name,
      // Whoever was asked has already seen the rest.
      ...(moves.includes('call.requested') && {
        session_id: execution.session_id,
        ...callIdOf(execution),
        agent: execution.agent,
        tool_params: abridge(execution.tool_params),
      }),
      digest: execution.call_digest,
      risk_level: execution.risk_level,
      by: execution.cleared_by,
    },
    params && { tool_params: params, session_id: execution.session_id, clearance: execution.clearance },
  )
}

/** Orders the calls of one step: several may begin in the same millisecond. */
export const callIdOf = ({ call_id }: Pick<Execution, 'call_id'>): { call_id?: string } => (call_id === null ? {} : { call_id })

/** Long values are left out of the log and the event; the record has them in full. */
export function abridge(params: Params): Params {
  const limit = LIMITS.inlineValueBytes / 8
  const entries = Object.entries(params).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text && text.length > limit
      ? ([name, `${text.slice(0, limit)}… (${text.length} characters)`] as const)
      : ([name, value] as const)
  })
  return Object.fromEntries(entries)
}

/** The row that records what happened to an execution. Its `moves` are added to it. */
export type MakeRow<E extends Execution = Execution> = (execution: E, moves: readonly LoggedMove[]) => RowDraft

/** For a transition that never comes alone: the row of the next one names both. */
export const NEXT_ROW = 'next-row'

/** What may change in an execution while its status stays. */
export type Amendment = Partial<
  Pick<ExecutionIn<'executing'>, 'clearance' | 'runner_id'> &
    Pick<
      Execution,
      | 'tool_params'
      | 'params_digest'
      | 'params_masked'
      | 'call_digest'
      | 'call_class'
      | 'base_digests'
      | 'risk_level'
      | 'reasons'
      | 'reasons_forms'
      | 'network'
      | 'runner_deadline_at'
      | 'undone_by'
      | 'output_bytes'
      | 'late_result'
    >
>

export interface Work {
  readonly tx: Transaction
  readonly now: number
  readonly at: string
  /** A row that is not about a transition: stored and sent together with the change. It accepts only the fields in the registry. */
  emit<T extends Exclude<RowType, CallRowType>, Given extends RowFields<T>>(type: T, fields: Exact<RowFields<T>, Given>): void
  /** A new call, stored with its first row. */
  create(execution: ExecutionIn<'pending'>): void
  /**
   * The only way to change the status: the change is written if the execution still has the status it started from, its row is added to the
   * log, and those who wait are woken after the commit. If no row is given, it is a `tool.status`.
   */
  move<E extends Execution, T extends MoveFrom<E['status']>>(
    execution: E,
    move: ExecutionMove<T>,
    row?: MakeRow<Moved<E['status'], T>> | typeof NEXT_ROW,
  ): Promise<Moved<E['status'], T>>
  /** Changes anything but the status. If transitions wait for their row, the change is written together with it. */
  amend<E extends Execution>(execution: E, changes: Amendment): Promise<E>
  /** One more row about an execution. It names any transitions that have no row yet, and they are written with it. */
  record<E extends Execution>(execution: E, row: MakeRow<E>): Promise<void>
  /** The same row, for an execution that moves on at once: it is written with the next row, or with the commit. */
  note<E extends Execution>(execution: E, row: MakeRow<E>): void
}

export interface ExecutionChange {
  readonly execution: Execution
  /** The transitions since its last known state; empty if only something other than the status changed. */
  readonly moves: readonly LoggedMove[]
}

export interface Gathered {
  readonly items: readonly FeedItem[]
  readonly changes: readonly ExecutionChange[]
}

export interface OpenWork {
  readonly work: Work
  /** Writes a row for everything that has none yet, and appends the rows. The work cannot be used afterwards. */
  close(): Promise<Gathered>
}

/** An execution that has changed since it was last written. */
interface Unwritten {
  /** As it was written last; null if it is new. */
  readonly before: Execution | null
  /** The transitions that have a row already. */
  readonly noted: readonly LoggedMove[]
  /** Those that have none yet. */
  readonly moves: readonly LoggedMove[]
  readonly execution: Execution
}

export function openWork(tx: Transaction, project: ProjectId, now: number, checkEvent?: Ports['checkEvent']): OpenWork {
  const work = new WorkInProgress(tx, now, checkEvent)
  return { work, close: () => work.close(project) }
}

/** A transaction and the rows that it gathers, in order. */
class GatheredRows {
  readonly tx: Transaction
  readonly now: number
  readonly at: string
  readonly #checkEvent: Ports['checkEvent']
  readonly #rows: (EventDraft & { readonly live?: LiveDetail | undefined })[] = []
  #isOver = false

  constructor(tx: Transaction, now: number, checkEvent: Ports['checkEvent']) {
    this.tx = tx
    this.now = now
    this.at = new Date(now).toISOString()
    this.#checkEvent = checkEvent
  }

  emit(type: RowType, fields: object, live?: LiveDetail): void {
    this.checkOpen()
    const row = eventDraft(type, { ...fields, timestamp: this.at })
    this.#checkEvent?.(row)
    this.#rows.push({ ...row, live })
  }

  protected emitAbout<E extends Execution>(execution: E, row: MakeRow<E>, moves: readonly LoggedMove[] = []): void {
    const { type, payload, live } = row(execution, moves)
    this.emit(type, { ...payload, moves }, live)
  }

  protected checkOpen(): void {
    if (this.#isOver) throw new TransactionOver()
  }

  protected async append(project: ProjectId): Promise<FeedItem[]> {
    this.#isOver = true
    const stored = this.#rows.length > 0 ? await this.tx.events.append(project, this.at, this.#rows) : []
    return stored.map((row, index) => ({ row, event: this.#rows[index], live: this.#rows[index]?.live }))
  }
}

class WorkInProgress extends GatheredRows implements Work {
  readonly #changes: ExecutionChange[] = []
  readonly #unwritten = new Map<ExecutionId, Unwritten>()

  create(execution: ExecutionIn<'pending'>): void {
    this.checkOpen()
    this.#unwritten.set(execution.id, { before: null, noted: [], moves: ['call.requested'], execution })
  }

  async move<E extends Execution, T extends MoveFrom<E['status']>>(
    execution: E,
    step: ExecutionMove<T>,
    row: MakeRow<Moved<E['status'], T>> | typeof NEXT_ROW = statusRow,
  ): Promise<Moved<E['status'], T>> {
    const { before, noted, moves } = this.#openOf(execution) ?? { before: execution, noted: [], moves: [] }
    const moved = applyMove(execution, step)
    this.#unwritten.set(execution.id, { before, noted, moves: [...moves, step.type], execution: moved })
    if (row !== NEXT_ROW) await this.record(moved, row)
    return moved
  }

  async amend<E extends Execution>(execution: E, amendment: Amendment): Promise<E> {
    const open = this.#openOf(execution)
    const amended = { ...execution, ...amendment }
    if (open) this.#unwritten.set(execution.id, { ...open, execution: amended })
    else await this.#write({ before: execution, noted: [], moves: [], execution: amended })
    return amended
  }

  async record<E extends Execution>(execution: E, row: MakeRow<E>): Promise<void> {
    const open = this.#openOf(execution)
    this.emitAbout(execution, row, open?.moves)
    if (open) await this.#write(open)
  }

  note<E extends Execution>(execution: E, row: MakeRow<E>): void {
    const open = this.#openOf(execution)
    this.emitAbout(execution, row, open?.moves)
    if (open) this.#unwritten.set(execution.id, { ...open, noted: [...open.noted, ...open.moves], moves: [] })
  }

  async close(project: ProjectId): Promise<Gathered> {
    for (const open of [...this.#unwritten.values()]) {
      if (open.moves.length > 0) await this.record(open.execution, statusRow)
      else await this.#write(open)
    }
    return { items: await this.append(project), changes: this.#changes }
  }

  async #write({ before, noted, moves, execution }: Unwritten): Promise<void> {
    this.#unwritten.delete(execution.id)
    if (!(await this.tx.executions.write({ before, execution } as ExecutionWrite)))
      throw new Failure('ALREADY_SETTLED', {
        subject: sentence('subject.execution-is-no-longer', { status: sentence(`status.${before?.status ?? 'gone'}`) }),
      })
    this.#changes.push({ execution, moves: [...noted, ...moves] })
  }

  /** What is not written yet. An earlier state must not be used again: its transitions would be lost. */
  #openOf(execution: Execution): Unwritten | undefined {
    this.checkOpen()
    const open = this.#unwritten.get(execution.id)
    if (open && open.execution !== execution) throw new Error(`${execution.id} has moved on from this ${execution.status}`)
    return open
  }
}
