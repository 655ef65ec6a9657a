// Compares this machine's clock with the server's. A runner uses the server's time; people see their own.
import { LIMITS } from '@countersign/protocol'

export interface ClockFinding {
  readonly name: string
  readonly ok: boolean
  readonly text: string
}

const ANSWER_MILLISECONDS = 5_000

/** Nothing if the server does not answer, which is reported elsewhere. */
export async function clockState(url: string | undefined, now: () => number = Date.now): Promise<ClockFinding[]> {
  const told = url && (await serverTime(url))
  return told ? [describeClock(Math.round((now() - told) / 1000))] : []
}

export function describeClock(offSeconds: number): ClockFinding {
  const off = Math.abs(offSeconds)
  if (off <= LIMITS.maxClockOffSeconds) return { name: 'clock', ok: true, text: "agrees with the server's" }
  const text = `${off} s ${offSeconds > 0 ? 'ahead of' : 'behind'} the server's: set it; until then the runner works by the server's time`
  return { name: 'clock', ok: false, text }
}

async function serverTime(url: string): Promise<number | undefined> {
  try {
    const reply = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) })
    const time = Date.parse(reply.headers.get('date') ?? '')
    return Number.isNaN(time) ? undefined : time
  } catch (error) {
    // Not reachable, or too slow.
    if (error instanceof TypeError || error instanceof DOMException) return undefined
    throw error
  }
}
