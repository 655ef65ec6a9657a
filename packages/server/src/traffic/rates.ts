// How often each token may use what: one bucket for each rate and token. REST, MCP and WebSocket count together.
import type { Clock } from '@countersign/core'
import { RATES, type RateName } from '@countersign/protocol'
import type { ServerSettings } from '../server-settings.ts'
import { type Buckets, createBuckets } from './bucket.ts'

export interface Rates {
  /** Takes one; throws RATE_LIMITED where none is left. `who` is a token's id, or an address. */
  take(rate: RateName, who: string): void
}

type RateSettings = Pick<ServerSettings, 'calls_per_second' | 'call_burst'>

export function createRates({ calls_per_second, call_burst }: RateSettings, clock: Clock): Rates {
  const bucketsOf = (times: number) =>
    createBuckets({ perSecond: calls_per_second * times, burst: Math.max(1, Math.ceil(call_burst * times)) }, clock)
  const entries = Object.entries(RATES).map(([name, times]) => [name, bucketsOf(times)])
  const buckets = Object.fromEntries(entries) as Record<RateName, Buckets>
  return { take: (rate, who) => buckets[rate].take(who) }
}
