// What one more idle stream costs: each server alone, the first streams from one process, the rest from others.
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startBareServer } from '../bare/start-bare.ts'
import type { OpenStreams } from '../client/streams.ts'
import type { Context, Figure, Measure } from '../figure.ts'
import type { FigureName } from '../goals.ts'
import { openFilesLimit } from '../machine.ts'
import { startOurServer } from '../ours/start-ours.ts'
import { bearer } from '../ours/talk.ts'
import { type Child, startChild } from '../processes/child.ts'
import type { Memory } from '../processes/probe.ts'
import { makeWorkspace } from '../workspace.ts'

const STREAMS = fileURLToPath(new URL('../client/streams.ts', import.meta.url))
const FIRST = 200
const WARMING = 2_000
/** The background work of a server after its start must not be counted for a stream. */
const SETTLE_MILLISECONDS = 3_000
const MARGIN = 500

type Address = Omit<OpenStreams, 'count'>

async function memoryAt(counts: readonly number[], server: Child, address: Address): Promise<Memory[]> {
  await using stack = new AsyncDisposableStack()
  stack.use(server)
  const memories: Memory[] = []
  let opened = 0
  for (const count of counts) {
    const client = stack.use(startChild({ command: [STREAMS] }))
    await client.ready
    if (opened === 0) await client.ask('warmUp', { ...address, count: WARMING })
    await client.ask('open', { ...address, count: count - opened })
    if (opened === 0) await pause(SETTLE_MILLISECONDS)
    opened = count
    memories.push(await server.ask<Memory>('memoryCollected'))
  }
  return memories
}

async function ofBare({ folder }: Context, counts: readonly number[]): Promise<Memory[]> {
  const { server, url } = await startBareServer({ data: folder(), workspace: folder() })
  return memoryAt(counts, server, { url: `${url}/stream`, headers: {} })
}

async function ofOurs({ folder }: Context, counts: readonly number[]): Promise<Memory[]> {
  const { server, ready } = await startOurServer({ data: folder(), workspace: makeWorkspace(folder()) }, { runner: false })
  return memoryAt(counts, server, { url: `${ready.url}/my/projects/${ready.project_id}/chat/stream`, headers: bearer(ready, 'operator') })
}

export const idleStreams: Measure = {
  name: 'idle-streams',
  async run(context) {
    const many = !context.quick && openFilesLimit() >= 10_000 + MARGIN
    const counts = [FIRST, 1_000, ...(many ? [10_000] : [])]
    const bare = await ofBare(context, counts)
    const ours = await ofOurs(context, counts)
    const figure = (name: FigureName, last: number): Figure => {
      const streams = (counts[last] ?? 0) - FIRST
      const each = (memories: readonly Memory[], key: keyof Memory) =>
        ((memories[last]?.[key] ?? 0) - (memories[0]?.[key] ?? 0)) / streams / 1024
      const value = each(ours, 'residentBytes')
      const note = `${each(ours, 'heapBytes').toFixed(1)} KiB of it JavaScript`
      return { name, value, ours: `${value.toFixed(1)} KiB`, bare: `${each(bare, 'residentBytes').toFixed(1)} KiB`, note }
    }
    return [figure('streamMemory', 1), ...(many ? [figure('streamMemoryMany', 2)] : [])]
  },
}
