// The calls of a parent: each is begun once, whatever comes again, and each gets one result.
import { type AttemptId, type CodelabMessageOf, Failure, LIMITS, type ResultBody, sentence } from '@countersign/protocol'
import { describeFailure, failedResult } from '../../execute/results.ts'
import type { StdioPorts } from '../asking/stdio-ports.ts'
import { type CallIdentity, identityOf } from './call-identity.ts'
import { createRunSlots } from './run-slots.ts'
import { runStdioCall } from './run-stdio-call.ts'
import type { StoredResults } from './stored-results.ts'

type ToolCall = CodelabMessageOf<'tool_call'>

export interface StdioCalls {
  receive(call: ToolCall): void
  decide(decision: CodelabMessageOf<'hitl_decision'>): void
  /** Resolves when there is room for more. */
  ready(): Promise<void>
  /** A question was opened: its call waits for the parent, and no longer for this machine. */
  signalRoom(): void
  /** Ends questions at once, the rest when `hurry` resolves; resolves when each call has its result. */
  end(why: Failure, hurry: Promise<unknown>): Promise<void>
}

interface Running {
  readonly controller: AbortController
  readonly done: Promise<void>
}

/** Calls that are begun or wait for their turn, besides those that wait for the parent. */
const MAX_BUSY = 64
const MAX_KNOWN = 10_000

export function createStdioCalls(ports: StdioPorts, results: StoredResults): StdioCalls {
  const slots = createRunSlots(LIMITS.maxConcurrentExecutionsPerRunner)
  const known = new Map<string, AttemptId>()
  const running = new Map<string, Running>()
  let room = Promise.withResolvers<void>()
  const signalRoom = (): void => {
    room.resolve()
    room = Promise.withResolvers()
  }
  const begin = (message: ToolCall, identity: CallIdentity): void => {
    const controller = new AbortController()
    const { call_id } = message
    const done = runStdioCall(ports, { message, identity, slots, signal: controller.signal }).then(async (body) => {
      await store(ports, results, identity, body)
      running.delete(call_id)
      ports.send(resultMessage(call_id, body))
      signalRoom()
    })
    running.set(call_id, { controller, done })
  }
  const remember = (call_id: string, attempt: AttemptId): void => {
    known.set(call_id, attempt)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break
      if (running.has(oldest)) continue
      known.delete(oldest)
      ports.questions.forget(oldest)
    }
  }
  const sendAgain = (call_id: string, attempt: AttemptId): boolean => {
    const body = results.get(attempt) ?? earlierEnd(ports, attempt)
    if (body) ports.send(resultMessage(call_id, body))
    return body !== undefined
  }
  return {
    receive(message) {
      const { call_id } = message
      const identity = identityOf(message, ports.clock())
      const before = known.get(call_id)
      if (before !== undefined && before !== identity.attempt_id)
        throw new Failure('INVALID_ARGUMENTS', { subject: sentence('stdio.id-of-another', { call: call_id }), call_id })
      if (running.has(call_id) || sendAgain(call_id, identity.attempt_id)) return
      begin(message, identity)
      remember(call_id, identity.attempt_id)
    },
    decide(decision) {
      const { call_id } = decision
      const attempt = known.get(call_id)
      if (attempt === undefined) throw new Failure('NOT_FOUND', { subject: sentence('stdio.no-such-call', { call: call_id }), call_id })
      if (!ports.questions.decide(decision) && !running.has(call_id)) sendAgain(call_id, attempt)
    },
    async ready() {
      while (running.size - ports.questions.count() >= MAX_BUSY) await room.promise
    },
    signalRoom,
    async end(why, hurry) {
      ports.questions.end(why)
      const all = Promise.all(Array.from(running.values(), ({ done }) => done))
      await Promise.race([all, hurry])
      for (const { controller } of running.values()) controller.abort(why)
      await all
    },
  }
}

async function store({ faults }: StdioPorts, results: StoredResults, identity: CallIdentity, body: ResultBody): Promise<void> {
  await faults('before-outbox')
  await results.store({ ...identity, body })
  await faults('after-outbox')
}

/** The end of a call that the journal has as begun, but that has no result here. */
function earlierEnd({ journal }: StdioPorts, attempt: AttemptId): ResultBody | undefined {
  if (!journal.isOnDisk(attempt)) return undefined
  const wasCut = journal.interrupted().some(({ attempt_id }) => attempt_id === attempt)
  const failure = wasCut
    ? new Failure('RUNNER_LOST', { subject: sentence('stdio.outcome-unknown') })
    : new Failure('ALREADY_SETTLED', { subject: sentence('stdio.result-gone') })
  return failedResult(describeFailure(failure), attempt)
}

const resultMessage = (call_id: string, body: ResultBody): object => ({
  type: 'tool_result',
  call_id,
  ...(body.result && { result: body.result }),
  ...(body.status === 'failed' && { error: { code: body.error_code ?? 'INTERNAL', message: body.error } }),
})
