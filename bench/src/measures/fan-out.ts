// One event to a thousand streams: how long until the last has it. Each server runs alone with its streams.
import { fileURLToPath } from 'node:url'
import { startBareServer } from '../bare/start-bare.ts'
import type { Call } from '../client/send.ts'
import type { FanOut, OpenStreams } from '../client/streams.ts'
import type { Context, Measure } from '../figure.ts'
import { startOurServer } from '../ours/start-ours.ts'
import { bearer, callAs } from '../ours/talk.ts'
import { type Child, startChild } from '../processes/child.ts'
import { median } from '../statistics.ts'
import { makeWorkspace } from '../workspace.ts'

const STREAMS = fileURLToPath(new URL('../client/streams.ts', import.meta.url))
const COUNT = 1_000
const BODY = { paths: ['notes/small.txt'] }

type Trial = () => Promise<number>

async function openStreams(stack: AsyncDisposableStack, streams: Omit<OpenStreams, 'count'>, trigger: Call): Promise<Trial> {
  const client: Child = stack.use(startChild({ command: [STREAMS] }))
  await client.ready
  await client.ask('open', { ...streams, count: COUNT } satisfies OpenStreams)
  return () => client.ask<number>('fanOut', { trigger, streams: COUNT } satisfies FanOut)
}

async function openBare({ folder }: Context, stack: AsyncDisposableStack): Promise<Trial> {
  const { server, url } = await startBareServer({ data: folder(), workspace: folder() })
  stack.use(server)
  return openStreams(stack, { url: `${url}/stream`, headers: {} }, { method: 'POST', url: `${url}/notify`, body: JSON.stringify(BODY) })
}

async function openOurs({ folder }: Context, stack: AsyncDisposableStack): Promise<Trial> {
  const { server, ready } = await startOurServer({ data: folder(), workspace: makeWorkspace(folder()) }, { runner: false })
  stack.use(server)
  const project = `/my/projects/${ready.project_id}`
  const streams = { url: `${ready.url}${project}/chat/stream`, headers: bearer(ready, 'operator') }
  return openStreams(stack, streams, callAs(ready, 'runner', `${project}/runner/files-changed`, BODY))
}

export const fanOut: Measure = {
  name: 'fan-out',
  async run(context) {
    await using stack = new AsyncDisposableStack()
    const bare = await openBare(context, stack)
    const ours = await openOurs(context, stack)
    for (let warming = 0; warming < 5; warming++) await Promise.all([bare(), ours()])
    const rounds: { bare: number; ours: number }[] = []
    while (rounds.length < (context.quick ? 10 : 30)) rounds.push({ bare: await bare(), ours: await ours() })
    const typical = (side: 'bare' | 'ours') => `${median(rounds.map((round) => round[side])).toFixed(1)} ms`
    return [
      { name: 'fanOutRatio', value: median(rounds.map((round) => round.ours / round.bare)), ours: typical('ours'), bare: typical('bare') },
    ]
  },
}
