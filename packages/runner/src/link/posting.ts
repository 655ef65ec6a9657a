// Posts what is in the outbox until the server has it, or says that it no longer counts.
import { type BackoffOptions, type Client, createBackoff, RefusedRequest } from '@countersign/client'
import { type AttemptId, type Failure, failureSentence, type ProjectId } from '@countersign/protocol'
import type { Outbox, OutboxEntry } from '../data/outbox.ts'
import { failedResult } from '../execute/results.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import type { Part, WakeReason } from './loop.ts'

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

const replacementFor = ({ attempt_id }: OutboxEntry, error: Failure) =>
  failedResult(
    { error: failureSentence('INTERNAL', `the server did not take the result (${error.message})`), error_code: 'INTERNAL' },
    attempt_id,
  )
