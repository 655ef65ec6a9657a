// Both programs side by side, and blocks of calls that alternate between them. Counts every call it made.
import type { Block, BlockTimes } from './client/caller.ts'
import { READ_CONTENT, type Side } from './side.ts'

export interface Timed extends BlockTimes {
  readonly processorMicroseconds: number
}

export interface Pair extends AsyncDisposable {
  readonly bare: Side
  readonly ours: Side
  readBlock(side: Side, shape: { readonly count: number; readonly inFlight: number }): Promise<Timed>
  approveBlock(side: Side, count: number): Promise<number[]>
  /** The stored rows must be exactly the calls that were made. */
  verify(): Promise<void>
}

export function createPair(bare: Side, ours: Side): Pair {
  const made = new Map<Side, number>([bare, ours].map((side) => [side, 0]))
  const count = (side: Side, calls: number) => void made.set(side, (made.get(side) ?? 0) + calls)
  return {
    bare,
    ours,
    readBlock: (side, shape) => {
      count(side, shape.count)
      return timeBlock(side, { call: side.read, expected: READ_CONTENT, ...shape })
    },
    approveBlock: (side, calls) => {
      count(side, calls)
      return side.client.ask<number[]>('approve', { ...side.approved, count: calls })
    },
    verify: async () => {
      for (const [side, calls] of made) await verifySide(side, calls)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([bare[Symbol.asyncDispose](), ours[Symbol.asyncDispose]()])
    },
  }
}

async function timeBlock({ client, server }: Side, block: Block): Promise<Timed> {
  const before = await server.ask<number>('processor')
  const times = await client.ask<BlockTimes>('block', block)
  if (times.milliseconds.length !== block.count) throw new Error(`${times.milliseconds.length} calls of ${block.count}`)
  return { ...times, processorMicroseconds: (await server.ask<number>('processor')) - before }
}

async function verifySide(side: Side, calls: number): Promise<void> {
  const rows = await side.countCompleted()
  if (rows !== calls) throw new Error(`${side.name}: ${calls} calls were made, ${rows} completed rows are there`)
}

/** The same work on both, alternating which one goes first. */
export async function takeTurns<T>(
  { bare, ours }: Pair,
  rounds: number,
  work: (side: Side) => Promise<T>,
): Promise<{ bare: T; ours: T }[]> {
  const results: { bare: T; ours: T }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) results.push({ bare: await work(bare), ours: await work(ours) })
    else results.push({ ours: await work(ours), bare: await work(bare) })
  }
  return results
}
