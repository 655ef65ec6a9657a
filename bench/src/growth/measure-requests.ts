// Processor time of two servers per request, alternating: other load on the machine affects both, growth only one.
import { sendForJson } from '../client/send.ts'
import { callAs } from '../ours/talk.ts'
import { median } from '../statistics.ts'
import type { Asked } from './asked.ts'
import type { GrowthRequest } from './requests.ts'

const WARM_UPS = 5
const BATCHES = 9
const BATCH = 10
/** A slower request is repeated less often. */
const SLOW_MICROSECONDS = 50_000

export interface RequestTimes {
  readonly title: string
  /** In milliseconds of processor time. */
  readonly few: number
  readonly many: number
  /** The median over pairs of batches. */
  readonly ratio: number
}

export async function askAll({ agent, ready }: Asked, requests: readonly GrowthRequest[]): Promise<void> {
  for (const { path, role = 'operator' } of requests) await sendForJson<object>(agent, callAs(ready, role, path))
}

/** The same request, built for each of the two servers. */
export async function measureRequest(few: Asked, many: Asked, requests: readonly [GrowthRequest, GrowthRequest]): Promise<RequestTimes> {
  const sides = [batchesOf(few, requests[0]), batchesOf(many, requests[1])] as const
  const [first, second] = [await sides[0](1), await sides[1](1)]
  const isSlow = Math.max(first, second) > SLOW_MICROSECONDS
  if (!isSlow) for (const side of sides) await side(WARM_UPS)
  const pairs: [number, number][] = []
  for (let index = 0; index < (isSlow ? 2 : BATCHES); index++) {
    const count = isSlow ? 2 : BATCH
    pairs.push([await sides[0](count), await sides[1](count)])
  }
  return {
    title: requests[0].title,
    few: median(pairs.map(([before]) => before)) / 1000,
    many: median(pairs.map(([, after]) => after)) / 1000,
    ratio: median(pairs.map(([before, after]) => after / before)),
  }
}

/** Microseconds per request of a batch. */
function batchesOf({ agent, ready, server }: Asked, { path, role = 'operator' }: GrowthRequest) {
  const processor = () => server.ask<number>('processor')
  return async (count: number): Promise<number> => {
    const before = await processor()
    for (let index = 0; index < count; index++) await sendForJson<object>(agent, callAs(ready, role, path))
    return ((await processor()) - before) / count
  }
}
