// From a person's approval to the end of the call: a small file written on disk.
import type { Measure } from '../figure.ts'
import { takeTurns } from '../pair.ts'
import { median } from '../statistics.ts'

const CALLS = 20

export const approval: Measure = {
  name: 'approval',
  async run({ quick, pair }) {
    const both = await pair()
    for (const side of [both.bare, both.ours]) await both.approveBlock(side, CALLS)
    const blocks = await takeTurns(both, quick ? 4 : 10, (side) => both.approveBlock(side, CALLS))
    const all = (side: 'bare' | 'ours') => median(blocks.flatMap((block) => block[side]))
    return [
      {
        name: 'approvalRatio',
        value: median(blocks.map(({ ours, bare }) => median(ours) / median(bare))),
        ours: `${all('ours').toFixed(2)} ms`,
        bare: `${all('bare').toFixed(2)} ms`,
      },
    ]
  },
}
