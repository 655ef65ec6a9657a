// Whether this runner is the one that the server talks to: hello, the lease and its heartbeats, standing by.
import { type Backoff, RefusedRequest } from '@countersign/client'
import { Failure, type HelloView } from '@countersign/protocol'
import { errorFields, type Logger } from '../ports/logger.ts'
import type { Part, WakeReason } from './part.ts'

export type Phase = 'away' | 'standby' | 'holding' | 'ended'

export interface PresencePorts {
  readonly sayHello: () => Promise<HelloView>
  readonly beat: () => Promise<boolean>
  /** The lease is held: what waits is taken up, the stream is opened. */
  readonly onHolding: (view: HelloView) => void
  readonly onStandby: () => void
  /** Trying again cannot help: the token is refused, or the server's key is not the pinned one. */
  readonly onRefused: (error: Failure) => void
  readonly backoff: Backoff
  readonly clock: () => number
  readonly logger: Logger
  readonly wake: (reason: WakeReason) => void
}

export interface Presence extends Part {
  phase(): Phase
  /** A call that was accepted may begin only while the lease surely holds. */
  mayBegin(now: number): boolean
  /** The connection is gone or a request got no answer: say hello again. */
  sayHelloAgain(): void
  connected(): void
  /** Something changed that the server is to know at once. */
  beatNow(): void
  end(): void
}

const STANDBY_CHECKS_PER_LEASE = 3
const BEATS_PER_LEASE = 3

export function createPresence(ports: PresencePorts): Presence {
  const { backoff, clock, logger, wake } = ports
  let phase: Phase = 'away'
  let dueAt = 0
  let leaseSeconds = 0
  let leaseUntil = 0
  let isAsking = false
  let isCutOff = false

  const enter = (next: Phase, fields: object = {}) => {
    if (phase !== next) logger.info({ phase: next, ...fields }, 'the link is now in another phase')
    phase = next
  }
  const leave = (waitMilliseconds: number) => {
    enter('away')
    dueAt = clock() + waitMilliseconds
  }
  const onHelloReply = (view: HelloView, askedAt: number) => {
    isCutOff = false
    leaseSeconds = view.lease_seconds
    const milliseconds = leaseSeconds * 1000
    dueAt = askedAt + milliseconds / (view.holds_lease ? BEATS_PER_LEASE : STANDBY_CHECKS_PER_LEASE)
    leaseUntil = view.holds_lease ? askedAt + milliseconds : 0
    enter(view.holds_lease ? 'holding' : 'standby')
    if (view.holds_lease) ports.onHolding(view)
    else {
      backoff.reset()
      ports.onStandby()
    }
    wake('hello-answered')
  }
  const failed = (error: unknown) => {
    if (isFinal(error)) {
      enter('ended', { reason: error.message })
      ports.onRefused(error)
      return
    }
    // One line per outage: it may last for days.
    if (!isCutOff) logger.warn(errorFields(error), 'the server does not answer; trying until it does')
    isCutOff = true
    leave(backoff.next())
    wake('hello-failed')
  }
  const onHeartbeatReply = (holds: boolean, askedAt: number) => {
    if (holds) {
      leaseUntil = askedAt + leaseSeconds * 1000
      wake('lease-renewed')
      return
    }
    leave(0)
    ports.onStandby()
    wake('lease-lost')
  }
  /** One question at a time; its answer counts only if nothing ended the phase meanwhile. */
  const ask = <Answer>(question: () => Promise<Answer>, answered: (answer: Answer, askedAt: number) => void) => {
    const askedAt = clock()
    const asked = phase
    isAsking = true
    question().then(
      (answer) => {
        isAsking = false
        if (phase === asked) answered(answer, askedAt)
        else wake('hello-failed')
      },
      (error: unknown) => {
        isAsking = false
        if (phase !== 'ended') failed(error)
      },
    )
  }
  return {
    phase: () => phase,
    mayBegin: (now) => phase === 'holding' && now < leaseUntil,
    reconcile(now) {
      if (phase === 'ended' || isAsking) return undefined
      if (now < dueAt) return dueAt
      if (phase === 'holding') {
        dueAt = now + (leaseSeconds * 1000) / BEATS_PER_LEASE
        ask(ports.beat, onHeartbeatReply)
        return dueAt
      }
      ask(ports.sayHello, onHelloReply)
      return undefined
    },
    sayHelloAgain() {
      if (phase === 'holding') leave(backoff.next())
    },
    connected: () => backoff.reset(),
    beatNow() {
      if (phase === 'holding') dueAt = 0
    },
    end: () => enter('ended'),
  }
}

/** Not signed in, not permitted, not found, not understood: the same hello would get the same answer. */
function isFinal(error: unknown): error is Failure {
  if (error instanceof RefusedRequest) return error.http < 500 && error.http !== 408 && error.http !== 409 && error.http !== 429
  return error instanceof Failure
}
