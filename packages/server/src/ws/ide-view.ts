// What an IDE is shown of a project. A log row is only a signal to read the record, and the current state is sent once. So an
// open question is shown after every reconnect, and nothing is ever run from history.
import { type Engine, eventOf, type FeedItem, type Follower, hasRole } from '@countersign/core'
import {
  type ApprovalId,
  type EventPayload,
  type Execution,
  type ExecutionId,
  type ExecutionIn,
  Failure,
  isEnd,
  type ProjectId,
  type RunnerId,
  sentence,
  type TransientEvent,
  toolsOfVersion,
} from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import type { Attendant, PlainRunners } from '../stream/plain-runners.ts'
import { CallIds } from './call-ids.ts'
import type { Connection } from './connection.ts'
import { questionOf, resultOf, runCallOf } from './outgoing.ts'
import { waitingCalls } from './waiting-calls.ts'

/** How many signals are kept that arrive before this connection is known to be the runner. */
const MAX_EARLY = 64

export interface Shown {
  readonly approval: ApprovalId
  /**
   * Another question about the same call was shown before, so an answer must name its question. This also applies if this
   * connection made the change: messages sent before the new question arrived do not answer it.
   */
  readonly replacesAnother: boolean
  /** Not all of it could be shown here. */
  readonly abridged: boolean
}

export class IdeView implements Follower, Attendant {
  readonly project: ProjectId
  /** The tools it can run, by canonical names. */
  tools: readonly string[] = toolsOfVersion(undefined)
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #plainRunners: PlainRunners
  readonly #asks: boolean
  readonly #callIds: CallIds
  readonly #shown = new Map<ExecutionId, Shown>()
  /** Questions answered on this connection, or reported to it as answered elsewhere. */
  readonly #closed = new Set<ApprovalId>()
  readonly #running = new Set<ExecutionId>()
  readonly #reported = new Set<ExecutionId>()
  #early: ExecutionId[] = []
  #runner: RunnerId | undefined
  #looks: Promise<void> = Promise.resolve()
  #unfollow: () => void = () => undefined

  constructor(engine: Engine, connection: Connection, plainRunners: PlainRunners) {
    this.#engine = engine
    this.#connection = connection
    this.#plainRunners = plainRunners
    this.#asks = hasRole(connection.principal, 'operator')
    this.project = connection.project.id
    this.#callIds = new CallIds(engine)
  }

  /** Subscribes first and then shows what already waits; in this order nothing is missed. */
  async begin(): Promise<void> {
    const head = await this.#engine.read((tx) => tx.events.head(this.project))
    this.#unfollow = this.#engine.follow(this.project, head.seq, this)
    if (!this.#asks) return
    for (const id of await waitingCalls(this.#engine, this.project)) await this.#look(id)
  }

  end(): void {
    this.#unfollow()
  }

  onItem(item: FeedItem): void | Promise<void> {
    const { type, payload } = eventOf(item)
    if (type === 'chat.turn' && this.#asks) this.#reportTurn(payload)
    if (type.startsWith('tool.') && 'tool_id' in payload) return this.#look(payload.tool_id, type === 'tool.execution_signal')
  }

  onTransient({ type, payload }: TransientEvent): void {
    if (type !== 'chat.delta' || !this.#asks) return
    const { text, session_id, turn_id } = payload
    this.#connection.send({ type: 'assistant_message', token: text, is_final: false, session_id, turn_id })
  }

  seated(runner: RunnerId, missed: readonly ExecutionId[]): void {
    this.#runner = runner
    const unsent = new Set([...this.#early, ...missed])
    this.#early = []
    this.#resume(runner, unsent).catch((error: unknown) => this.#engine.onDefect(error, 'websocket'))
  }

  /** Sends the calls that were never sent, and idempotent calls that were sent to a runner that has left. */
  async #resume(runner: RunnerId, unsent: ReadonlySet<ExecutionId>): Promise<void> {
    const equal = { project_id: this.project, status: 'executing' as const }
    const executing = await this.#engine.read((tx) => tx.executions.find({ equal, order: { column: 'created_at' } }))
    for (const { id, runner_id, tool_name } of executing)
      if (runner_id === runner && (unsent.has(id) || findTool(tool_name)?.idempotent)) void this.#look(id, true)
  }

  /** The call with this name on this connection. */
  find(callId: string): ExecutionId | undefined {
    return this.#callIds.find(callId)
  }

  shownFor(id: ExecutionId): Shown | undefined {
    return this.#shown.get(id)
  }

  /** Runs `decide` without reporting its changes back to this connection. */
  async answering(approval: ApprovalId, decide: () => Promise<unknown>): Promise<void> {
    await addUnlessFails(this.#closed, approval, decide)
  }

  /** Runs `settle` without reporting the result back to this connection. */
  async reporting(id: ExecutionId, settle: () => Promise<unknown>): Promise<void> {
    await addUnlessFails(this.#reported, id, settle)
  }

  #look(id: ExecutionId, isSignal = false): Promise<void> {
    this.#looks = this.#looks.then(() => this.#tell(id, isSignal)).catch((error: unknown) => this.#engine.onDefect(error, 'websocket'))
    return this.#looks
  }

  async #tell(id: ExecutionId, isSignal: boolean): Promise<void> {
    const execution = await this.#engine.read((tx) => tx.executions.get(id))
    if (!execution) return
    if (isEnd(execution.status)) return this.#reportEnd(execution)
    if (execution.status === 'awaiting_approval') return this.#ask(execution)
    if (execution.status === 'executing' && isSignal && this.#isRunnerOf(execution)) return this.#run(execution)
    await this.#reportAnswered(execution)
  }

  #reportTurn({ status, session_id, turn_id, error, error_form, error_code }: EventPayload<'chat.turn'>): void {
    if (status === 'started' || status === 'waiting') return
    if (error)
      this.#connection.send({
        type: 'error',
        error: { code: error_code ?? 'INTERNAL', message: error, ...(error_form && { message_form: error_form }) },
      })
    this.#connection.send({ type: 'assistant_message', token: '', is_final: true, session_id, turn_id })
  }

  async #ask(execution: ExecutionIn<'awaiting_approval'>): Promise<void> {
    const { id, approval_id } = execution
    const before = this.#shown.get(id)
    if (!this.#asks || before?.approval === approval_id) return
    const approval = await this.#engine.read((tx) => tx.approvals.get(approval_id))
    if (approval?.status !== 'pending') return
    const question = await questionOf(this.#engine, approval, await this.#callIds.nameOf(execution))
    if (before) this.#closed.delete(before.approval)
    this.#shown.set(id, { approval: approval_id, replacesAnother: before !== undefined, abridged: question.abridged === true })
    this.#connection.send(question)
  }

  /** Closes a dialog that is open here and no longer needed. */
  async #reportAnswered(execution: Execution): Promise<void> {
    const shown = this.#shown.get(execution.id)
    if (!shown || this.#closed.has(shown.approval)) return
    this.#closed.add(shown.approval)
    const callId = await this.#callIds.nameOf(execution)
    this.#connection.refuse(new Failure('ALREADY_SETTLED', { subject: sentence('subject.answered-elsewhere') }), callId)
  }

  #isRunnerOf({ id, runner_id }: ExecutionIn<'executing'>): boolean {
    if (!this.#runner && !this.#plainRunners.standsBy(this)) this.#early = [...this.#early, id].slice(-MAX_EARLY)
    return this.#runner !== undefined && runner_id === this.#runner && this.#plainRunners.holds(this)
  }

  async #run(execution: ExecutionIn<'executing'>): Promise<void> {
    if (this.#running.has(execution.id)) return
    const call = await runCallOf(this.#engine, execution, await this.#callIds.nameOf(execution))
    if (call instanceof Failure) {
      await this.#engine.settle(execution, { status: 'failed', error: call.message, error_code: call.code })
      return
    }
    this.#running.add(execution.id)
    this.#connection.send(call)
  }

  /** Reports the end to a peer that was shown or sent the call, unless the peer reported it itself. */
  async #reportEnd(execution: Execution): Promise<void> {
    const shown = this.#shown.get(execution.id)
    const knows = shown !== undefined || this.#running.has(execution.id)
    this.#shown.delete(execution.id)
    this.#running.delete(execution.id)
    if (shown) this.#closed.delete(shown.approval)
    const call_id = knows ? await this.#callIds.nameOf(execution) : execution.id
    this.#callIds.close(execution.id)
    if (this.#reported.delete(execution.id) || !knows) return
    this.#connection.send(await resultOf(this.#engine, execution, { call_id, raw: false }))
  }
}

/** In the set while the work runs and afterwards, unless it fails. */
async function addUnlessFails<Id>(set: Set<Id>, id: Id, work: () => Promise<unknown>): Promise<void> {
  set.add(id)
  try {
    await work()
  } catch (error) {
    set.delete(id)
    throw error
  }
}
