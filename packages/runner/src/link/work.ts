// What this runner was asked to do: calls that wait for a place, calls that run, previews. Each attempt is taken once, and its result
// is posted from the outbox until the server has it, or says that it no longer counts.
import { type BackoffOptions, type Client, createBackoff, RefusedRequest } from '@countersign/client'
import {
  type AttemptId,
  type Clearance,
  type ExecutionId,
  Failure,
  LIMITS,
  type ProjectId,
  type ResultBody,
  renderSentence,
  type Sentence,
  sentence,
} from '@countersign/protocol'
import type { SentCall } from '../clearance/check-clearance.ts'
import type { Journal, Outbox, OutboxEntry } from '../data/journal.ts'
import { cancelled, describeFailure, failedResult } from '../execute/results.ts'
import type { ClearedCall } from '../execute/run-call.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import type { Part, WakeReason } from './part.ts'

export interface PostingPorts {
  readonly client: Client
  readonly projectId: ProjectId
  readonly outbox: Outbox
  readonly canPost: () => boolean
  readonly retry: BackoffOptions
  readonly clock: () => number
  readonly logger: Logger
  readonly faults: RunnerFaults
  readonly wake: (reason: WakeReason) => void
}

export interface Posting extends Part {
  /** The server is there again: what waited for its time is posted now. */
  hurry(): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

/** The result counts already, or the execution does not: posting it again changes nothing. */
const SETTLED = new Set([404, 409, 410])
/** The server will not take the result as it is, however often it comes. */
const UNACCEPTABLE = new Set([400, 413, 415, 422])

export function createPosting(ports: PostingPorts): Posting {
  const { client, projectId, outbox, clock, logger, faults, wake } = ports
  const underWay = new Map<AttemptId, Promise<void>>()
  const notBefore = new Map<AttemptId, number>()
  const backoff = createBackoff(ports.retry)

  const acknowledge = ({ attempt_id }: OutboxEntry) => {
    notBefore.delete(attempt_id)
    outbox.acknowledge(attempt_id)
  }
  const refused = (entry: OutboxEntry, error: unknown) => {
    const { tool_id, attempt_id } = entry
    const status = error instanceof RefusedRequest ? error.http : 0
    logger.warn({ tool_id, attempt_id, status, ...errorFields(error) }, 'a result was not taken')
    if (SETTLED.has(status)) acknowledge(entry)
    else if (UNACCEPTABLE.has(status) && entry.body.status === 'failed' && !entry.body.result) acknowledge(entry)
    else if (UNACCEPTABLE.has(status)) outbox.keep({ ...entry, body: replacementFor(entry, error as Failure) })
    else notBefore.set(attempt_id, clock() + backoff.next())
  }
  const post = async (entry: OutboxEntry): Promise<void> => {
    try {
      await faults('before-post')
      await client.postResult({ params: { p: projectId, id: entry.tool_id }, body: entry.body })
      await faults('after-post')
      backoff.reset()
      acknowledge(entry)
    } catch (error) {
      refused(entry, error)
    }
    underWay.delete(entry.attempt_id)
    wake('result-posted')
  }
  return {
    reconcile(now) {
      let next: number | undefined
      if (!ports.canPost()) return next
      for (const entry of outbox.entries()) {
        if (underWay.has(entry.attempt_id)) continue
        const due = notBefore.get(entry.attempt_id) ?? 0
        if (due <= now) underWay.set(entry.attempt_id, post(entry))
        else next = Math.min(due, next ?? due)
      }
      return next
    },
    hurry() {
      notBefore.clear()
      backoff.reset()
    },
    async settled() {
      await Promise.all(underWay.values())
    },
  }
}

/** A newer server may have used a form that is not known here. */
function replacementFor({ attempt_id }: OutboxEntry, { message, messageForm }: Failure): ResultBody {
  const why = renderSentence(messageForm) === message ? messageForm : message
  return failedResult(describeFailure(new Failure('INTERNAL', { subject: sentence('result.not-taken', { why }) })), attempt_id)
}

export interface OfferedCall extends SentCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  readonly clearance: string | null
}

export interface WorkPorts {
  /** Throws a Failure where the clearance does not hold. */
  readonly check: (call: OfferedCall) => Clearance
  readonly run: (call: ClearedCall, signal: AbortSignal) => Promise<void>
  readonly mayBegin: (now: number) => boolean
  readonly sayHelloAgain: () => void
  readonly journal: Journal
  readonly outbox: Outbox
  readonly logger: Logger
  readonly wake: (reason: WakeReason) => void
}

export interface Work extends Part {
  offer(call: OfferedCall): void
  cancel(tool: ExecutionId, attempt: AttemptId | null, why: Sentence): void
  running(): ClearedCall[]
  /** Forgets what has not begun: somebody else holds the lease and will be asked. */
  dropWaiting(): void
  /** Ends everything that runs; resolves when each has left its result in the outbox. */
  end(why: Sentence): Promise<void>
}

interface Running {
  readonly call: ClearedCall
  readonly controller: AbortController
  readonly done: Promise<void>
}

export function createWork(ports: WorkPorts): Work {
  const { journal, outbox, logger, wake } = ports
  const waiting: ClearedCall[] = []
  const running = new Map<AttemptId, Running>()

  const accept = (call: OfferedCall): void => {
    const clearance = ports.check(call)
    const { tool_id, attempt_id, session_id, tool_name, tool_params } = call
    journal.accepted({ tool_id, attempt_id, expires_at: clearance.exp * 1000 })
    waiting.push({ tool_id, attempt_id, session_id, tool_name, tool_params, clearance })
  }
  const refuse = ({ tool_id, attempt_id }: OfferedCall, failure: Failure): void => {
    logger.error({ tool_id, attempt_id, code: failure.code, error: failure.message }, 'a call was refused; nothing ran')
    outbox.keep({ tool_id, attempt_id, body: failedResult(describeFailure(failure), attempt_id) })
  }
  const begin = (call: ClearedCall): void => {
    const controller = new AbortController()
    const done = ports.run(call, controller.signal).catch((error: unknown) => {
      // Nothing ran. The server still counts the attempt as not begun and offers it again after the next hello.
      logger.warn({ tool_id: call.tool_id, attempt_id: call.attempt_id, ...errorFields(error) }, 'a call could not be begun')
      journal.dropped(call.attempt_id)
      ports.sayHelloAgain()
    })
    running.set(call.attempt_id, { call, controller, done })
    void done.then(() => {
      running.delete(call.attempt_id)
      wake('result-ready')
    })
  }
  const dropWaiting = (): void => {
    for (const call of waiting.splice(0)) journal.dropped(call.attempt_id)
  }
  return {
    offer(call) {
      // A repeated signal runs nothing, whether the first one runs, has ended, or was cut short in an earlier life.
      if (journal.has(call.attempt_id))
        logger.warn({ tool_id: call.tool_id, attempt_id: call.attempt_id }, 'an attempt came again; nothing ran')
      else acceptOrRefuse(call)
    },
    cancel(tool, attempt, why) {
      const isMeant = (call: ClearedCall) => call.tool_id === tool && (attempt === null || call.attempt_id === attempt)
      for (const { call, controller } of running.values()) if (isMeant(call)) controller.abort(cancelled(why))
      for (const call of waiting.filter(isMeant)) {
        waiting.splice(waiting.indexOf(call), 1)
        journal.ended(call.attempt_id)
      }
    },
    running: () => [...running.values()].map(({ call }) => call),
    reconcile(now) {
      while (waiting.length > 0 && running.size < LIMITS.maxConcurrentExecutionsPerRunner && ports.mayBegin(now))
        begin(waiting.shift() as ClearedCall)
      return undefined
    },
    dropWaiting,
    async end(why) {
      dropWaiting()
      for (const { controller } of running.values()) controller.abort(cancelled(why))
      await Promise.all(Array.from(running.values(), ({ done }) => done))
    },
  }

  function acceptOrRefuse(call: OfferedCall): void {
    try {
      accept(call)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      refuse(call, error)
    }
  }
}
