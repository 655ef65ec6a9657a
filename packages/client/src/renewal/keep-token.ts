// A token that does not end while it is used: after half of its time its successor is fetched. Where the server has none (tokens
// of an issuer elsewhere, or an end that is fixed) the token stays what it is.
import { type Client, createClient } from '../client.ts'
import { RefusedRequest } from '../errors/refused-request.ts'
import { ServerUnreachable } from '../errors/server-unreachable.ts'
import type { Transport } from '../transport/transport.ts'
import { tokenTimes } from './token-times.ts'

export interface KeepTokenOptions {
  readonly url: string
  readonly token: string
  readonly transport?: Transport
  /** Whoever stores the token stores the successor. */
  readonly onRenewed?: (token: string) => void
}

export interface KeptToken {
  current(): string
  /** The token is left to its end. */
  stop(): void
}

/** A machine that slept has missed its timers: the time is looked at again and again. */
const LOOK_MILLISECONDS = 30_000
const LOOKS_PER_LIFE = 20
const MIN_LOOK_MILLISECONDS = 100

export function keepToken({ url, token, transport, onRenewed }: KeepTokenOptions): KeptToken {
  let current = token
  let renewAt = dueTime(token)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = renewAt === undefined
  const client: Client = createClient({ url, token: () => current, ...(transport && { transport }) })

  const look = async (): Promise<void> => {
    try {
      if (renewAt !== undefined && Date.now() >= renewAt) await renew()
    } catch (error) {
      if (error instanceof RefusedRequest && isFinal(error)) renewAt = undefined
      // Without an answer it is asked again at the next look.
      else if (!(error instanceof RefusedRequest || error instanceof ServerUnreachable)) throw error
    }
    schedule()
  }
  const renew = async (): Promise<void> => {
    const { token: successor } = await client.renew()
    if (isOver) return
    const isLonger = (tokenTimes(successor)?.endsAt ?? 0) > (tokenTimes(current)?.endsAt ?? 0)
    renewAt = isLonger ? Date.now() + lifeOf(successor) / 2 : undefined
    if (!isLonger) return
    current = successor
    onRenewed?.(successor)
  }
  const schedule = (): void => {
    if (isOver || renewAt === undefined) return
    const often = Math.max(MIN_LOOK_MILLISECONDS, Math.min(LOOK_MILLISECONDS, lifeOf(current) / LOOKS_PER_LIFE))
    timer = setTimeout(() => void look(), often)
    // A program that has nothing else to do ends; a browser's timer is a number.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  void look()
  return {
    current: () => current,
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

const lifeOf = (token: string): number => {
  const times = tokenTimes(token)
  return times ? times.endsAt - times.issuedAt : 0
}

/** By this machine's clock: where that is wrong the token is renewed once, and from then on by the time that has passed. */
function dueTime(token: string): number | undefined {
  const times = tokenTimes(token)
  return times && (times.issuedAt + times.endsAt) / 2
}

/** Not signed in any more, or a server that renews nothing: the same question would get the same answer. */
const isFinal = ({ http }: RefusedRequest): boolean => http < 500 && http !== 408 && http !== 409 && http !== 429
