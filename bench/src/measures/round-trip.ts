// One LOW call at a time, from the agent's request to its result.
import type { Figure, Measure } from '../figure.ts'
import { type Pair, type Timed, takeTurns } from '../pair.ts'
import { median, percentile } from '../statistics.ts'

const CALLS = 50

export const roundTrip: Measure = {
  name: 'round-trip',
  async run({ quick, pair }) {
    const both = await pair()
    const blocks = await takeTurns(both, quick ? 6 : 20, (side) => both.readBlock(side, { count: CALLS, inFlight: 1 }))
    return [times('roundTripRatio', blocks, median), times('roundTripP99', blocks, (values) => percentile(values, 0.99)), processor(blocks)]
  },
}

type Blocks = Awaited<ReturnType<typeof takeTurns<Timed>>>

/** The ratio is computed within each round; the times beside it are over all calls. */
function times(name: 'roundTripRatio' | 'roundTripP99', blocks: Blocks, pick: (values: readonly number[]) => number): Figure {
  const all = (side: 'bare' | 'ours') => pick(blocks.flatMap((block) => block[side].milliseconds))
  const inTurns = median(blocks.map(({ ours, bare }) => pick(ours.milliseconds) / pick(bare.milliseconds)))
  const value = name === 'roundTripRatio' ? inTurns : all('ours') / all('bare')
  return { name, value, ours: `${all('ours').toFixed(2)} ms`, bare: `${all('bare').toFixed(2)} ms` }
}

function processor(blocks: Blocks): Figure {
  const each = (side: 'bare' | 'ours') => median(blocks.map((block) => block[side].processorMicroseconds / CALLS))
  const value = median(blocks.map(({ ours, bare }) => ours.processorMicroseconds / bare.processorMicroseconds))
  return { name: 'processorAloneRatio', value, ours: `${each('ours').toFixed(0)} µs`, bare: `${each('bare').toFixed(0)} µs` }
}

/** Compilers and caches warm up before anything counts. */
export async function warmUp(both: Pair, quick: boolean): Promise<void> {
  for (const side of [both.bare, both.ours]) {
    await both.readBlock(side, { count: quick ? 500 : 2_000, inFlight: 64 })
    await both.readBlock(side, { count: 100, inFlight: 1 })
  }
}
