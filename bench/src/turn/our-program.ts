// Countersign as a program that runs turns: a chat session per turn, with the writes of the benchmark allowed by a rule.
import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Places } from '../bare/start-bare.ts'
import { sendForJson } from '../client/send.ts'
import { startOurServer } from '../ours/start-ours.ts'
import { callAs, type Ready, talkTo } from '../ours/talk.ts'
import { ourCall } from './kinds.ts'
import type { TurnProgram } from './program.ts'

const POLICY = `[[rule]]
name = "out"
do = "allow"
tools = ["write_file"]
paths = ["out/**"]
why = "the benchmark writes there"
examples.match = [{ tool = "write_file", path = "out/a.txt" }]
examples.no_match = [{ tool = "write_file", path = "a.txt" }]
`

interface TurnState {
  readonly turn: { readonly status: string; readonly error?: string | null }
}

export async function startOurTurns(places: Places, modelUrl: string): Promise<TurnProgram> {
  await using stack = new AsyncDisposableStack()
  const policy = join(places.data, 'policy.toml')
  writeFileSync(policy, POLICY)
  const environment = { COUNTERSIGN_MODEL: 'openai-compatible/instant', COUNTERSIGN_MODEL_URL: modelUrl }
  const { server, ready } = await startOurServer(places, { more: ['--policy', policy], environment })
  stack.use(server)
  const agent = new Agent({ keepAlive: true })
  stack.defer(() => agent.destroy())
  const running = stack.move()
  return {
    name: 'ours',
    workspace: places.workspace,
    call: ourCall,
    play: () => play(ready, agent),
    countCompleted: talkTo(ready, agent).countCompleted,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function play(ready: Ready, agent: Agent): Promise<void> {
  const chat = `/my/projects/${ready.project_id}/chat`
  const ask = <T>(path: string, body?: object) => sendForJson<T>(agent, callAs(ready, 'operator', `${chat}${path}`, body))
  const { session } = await ask<{ session: { id: string } }>('/sessions', {})
  const { turn_id } = await ask<{ turn_id: string }>('/messages', { content: 'Do it.', session_id: session.id })
  for (;;) {
    const { turn } = await ask<TurnState>(`/turns/${turn_id}`)
    if (turn.status === 'finished') return
    if (turn.status !== 'running') throw new Error(`ours: the turn ended as ${turn.status}: ${turn.error}`)
    // Seldom: asking takes the server's time. The model's own clock measures.
    await pause(50)
  }
}
