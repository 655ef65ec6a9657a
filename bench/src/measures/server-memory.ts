// Memory of the server's process when idle, and after a hundred calls. As the system counts it, without a garbage collection.
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Measure } from '../figure.ts'
import { startOurs } from '../ours/start-ours.ts'
import type { Memory } from '../processes/probe.ts'
import { READ_CONTENT, type Side } from '../side.ts'
import { makeWorkspace } from '../workspace.ts'

/** Long enough for what the server starts in the background. */
const SETTLE_MILLISECONDS = 3_000
const CALLS = 100
const MEGABYTE = 1024 * 1024

async function figureOf(name: 'memoryIdle' | 'memoryAfterCalls', { server }: Side): Promise<Figure> {
  const { residentBytes, heapBytes } = await server.ask<Memory>('memory')
  return { name, value: residentBytes / MEGABYTE, note: `${(heapBytes / MEGABYTE).toFixed(0)} MB of it in use by JavaScript` }
}

export const serverMemory: Measure = {
  name: 'server-memory',
  async run({ folder }) {
    await using side = await startOurs({ data: folder(), workspace: makeWorkspace(folder()) })
    await pause(SETTLE_MILLISECONDS)
    const idle = await figureOf('memoryIdle', side)
    await side.client.ask('block', { call: side.read, expected: READ_CONTENT, count: CALLS, inFlight: 1 })
    return [idle, await figureOf('memoryAfterCalls', side)]
  },
}
