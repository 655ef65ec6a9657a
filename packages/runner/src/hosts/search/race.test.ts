// While a second thread swaps files, folders and links, ripgrep in its sandbox finds nothing that lies outside. Our own search
// runs the same races with the other uses of a file.
import { beforeAll, describe, expect, it } from 'vitest'
import { timesOf } from '../../../../../scripts/chaos/sample.ts'
import { race, SWAPS } from '../../../test/hosts/race.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import type { Sandbox } from '../../sandbox/index.ts'

const ROUNDS = timesOf(100, 15)

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await detectTestSandbox()
})

describe.each(SWAPS)('while a $what is swapped', (swap) => {
  it('a search with ripgrep never finds what lies outside', { timeout: 120_000 }, async () => {
    const { done, refused, swaps } = await race(swap, 'search', ROUNDS, sandbox)
    expect(done + refused).toBeGreaterThanOrEqual(ROUNDS)
    expect(swaps).toBeGreaterThan(10)
  })
})
