// The smallest durable agent, as a program that runs turns.
import { Agent } from 'node:http'
import { type Places, startBareRunner, startBareServer } from '../bare/start-bare.ts'
import { sendForJson } from '../client/send.ts'
import { ourCall } from './kinds.ts'
import type { TurnProgram } from './program.ts'

export async function startBareTurns(places: Places, modelUrl: string): Promise<TurnProgram> {
  await using stack = new AsyncDisposableStack()
  const { server, url } = await startBareServer(places)
  stack.use(server)
  await stack.use(startBareRunner(url, places)).ready
  const agent = new Agent({ keepAlive: true })
  stack.defer(() => agent.destroy())
  const running = stack.move()
  return {
    name: 'bare',
    workspace: places.workspace,
    call: ourCall,
    play: async () => {
      const body = JSON.stringify({ model: modelUrl, message: 'Do it.' })
      const { status } = await sendForJson<{ status: string }>(agent, { method: 'POST', url: `${url}/turn`, body })
      if (status !== 'finished') throw new Error(`bare: the turn ended as ${status}`)
    },
    countCompleted: async () => (await sendForJson<{ completed: number }>(agent, { method: 'GET', url: `${url}/count` })).completed,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
