// 64 concurrent calls: how many per second, and what each costs the server.
import type { Measure } from '../figure.ts'
import { takeTurns } from '../pair.ts'
import { median } from '../statistics.ts'

const SHAPE = { count: 2_000, inFlight: 64 }

export const inFlight: Measure = {
  name: 'in-flight',
  async run({ quick, pair }) {
    const both = await pair()
    const blocks = await takeTurns(both, quick ? 2 : 6, (side) => both.readBlock(side, SHAPE))
    const rate = (side: 'bare' | 'ours') => median(blocks.map((block) => SHAPE.count / block[side].seconds))
    const cost = (side: 'bare' | 'ours') => median(blocks.map((block) => block[side].processorMicroseconds / SHAPE.count))
    return [
      {
        name: 'inFlightRatio',
        value: median(blocks.map(({ ours, bare }) => bare.seconds / ours.seconds)),
        ours: `${rate('ours').toFixed(0)}/s`,
        bare: `${rate('bare').toFixed(0)}/s`,
      },
      {
        name: 'processorRatio',
        value: median(blocks.map(({ ours, bare }) => ours.processorMicroseconds / bare.processorMicroseconds)),
        ours: `${cost('ours').toFixed(0)} µs`,
        bare: `${cost('bare').toFixed(0)} µs`,
      },
    ]
  },
}
