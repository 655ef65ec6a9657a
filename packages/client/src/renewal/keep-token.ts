// Keeps a token valid while it is used: after half of its lifetime the successor is fetched. If the server gives none (tokens
// of another issuer, or a fixed end), the token stays as it is.
import { type Client, createClient } from '../client.ts'
import { RefusedRequest, ServerUnreachable } from '../routes/connection.ts'
import type { Transport } from '../transport/transport.ts'
import { tokenTimes } from './token-times.ts'

export interface KeepTokenOptions {
  readonly url: string
  readonly token: string
  readonly transport?: Transport
  /** Called with the successor, for those who store the token. */
  readonly onRenewed?: (token: string) => void
}

export interface StoredToken {
  current(): string
  /** Stops renewing; the token expires at its end. */
  stop(): void
}

/** How often the time is checked, because a machine that slept misses its timers. */
const LOOK_MILLISECONDS = 30_000
const LOOKS_PER_LIFE = 20
const MIN_LOOK_MILLISECONDS = 100

export function keepToken({ url, token, transport, onRenewed }: KeepTokenOptions): StoredToken {
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
      // Without an answer, the next check tries again.
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
    // The timer must not keep a program alive; in a browser it is a number.
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

/** By this machine's clock. If that is wrong, the token is renewed once, and from then on by elapsed time. */
function dueTime(token: string): number | undefined {
  const times = tokenTimes(token)
  return times && (times.issuedAt + times.endsAt) / 2
}

/** No longer signed in, or a server that renews nothing: asking again would not help. */
const isFinal = ({ http }: RefusedRequest): boolean => http < 500 && http !== 408 && http !== 409 && http !== 429
