// How much a call puts on the event stream: events and bytes, on the stream of each kind of reader.

import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Received } from '../client/streams.ts'
import type { Figure, Measure } from '../figure.ts'
import type { FigureName } from '../goals.ts'
import { type Child, startChild } from '../processes/child.ts'
import type { Side } from '../side.ts'

const STREAMS = fileURLToPath(new URL('../client/streams.ts', import.meta.url))
const CALLS = 50
/** The last events of a call may still be on their way when it has been answered. */
const SETTLE_MILLISECONDS = 500

type PerCall = Record<string, Received>

async function countDuring(readers: Record<string, Child>, work: () => Promise<unknown>): Promise<PerCall> {
  const look = async () => {
    const entries = Object.entries(readers).map(async ([role, reader]) => [role, await reader.ask<Received>('received')] as const)
    return Object.fromEntries(await Promise.all(entries)) as PerCall
  }
  const before = await look()
  await work()
  await pause(SETTLE_MILLISECONDS)
  const after = await look()
  const difference = (role: string, key: keyof Received) => ((after[role]?.[key] ?? 0) - (before[role]?.[key] ?? 0)) / CALLS
  return Object.fromEntries(
    Object.keys(readers).map((role) => [role, { events: difference(role, 'events'), bytes: difference(role, 'bytes') }]),
  )
}

/** The stream that gets the most is the one that is judged. */
function figureOf(name: FigureName, perCall: PerCall, key: keyof Received): Figure {
  const values = Object.entries(perCall).map(([role, received]) => [role, received[key]] as const)
  const note = values.map(([role, value]) => `${role} ${Math.round(value * 10) / 10}`).join(', ')
  return { name, value: Math.max(...values.map(([, value]) => value)), note }
}

async function openReaders({ streams }: Side, stack: AsyncDisposableStack): Promise<Record<string, Child>> {
  const readers: Record<string, Child> = {}
  for (const [role, stream] of Object.entries(streams)) {
    const reader = stack.use(startChild({ command: [STREAMS] }))
    await reader.ready
    await reader.ask('open', { ...stream, count: 1 })
    readers[role] = reader
  }
  return readers
}

export const events: Measure = {
  name: 'events',
  async run({ pair }) {
    const both = await pair()
    await using stack = new AsyncDisposableStack()
    const readers = await openReaders(both.ours, stack)
    await pause(SETTLE_MILLISECONDS)
    const plain = await countDuring(readers, () => both.readBlock(both.ours, { count: CALLS, inFlight: 1 }))
    const approved = await countDuring(readers, () => both.approveBlock(both.ours, CALLS))
    return [
      figureOf('eventsPlain', plain, 'events'),
      figureOf('bytesPlain', plain, 'bytes'),
      figureOf('eventsApproved', approved, 'events'),
      figureOf('bytesApproved', approved, 'bytes'),
    ]
  },
}
