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

export interface OurTurns extends TurnProgram {
  readonly ready: Ready
  /** Further turns of one conversation. */
  inOneSession(): Promise<{ readonly session: string; readonly program: TurnProgram }>
}

export async function startOurTurns(places: Places, modelUrl: string): Promise<OurTurns> {
  await using stack = new AsyncDisposableStack()
  const policy = join(places.data, 'policy.toml')
  writeFileSync(policy, POLICY)
  const environment = { COUNTERSIGN_MODEL: 'openai-compatible/instant', COUNTERSIGN_MODEL_URL: modelUrl }
  const { server, ready } = await startOurServer(places, { more: ['--policy', policy], environment })
  stack.use(server)
  const agent = new Agent({ keepAlive: true })
  stack.defer(() => agent.destroy())
  const running = stack.move()
  const ask: Ask = (path, body) => sendForJson(agent, callAs(ready, 'operator', `/my/projects/${ready.project_id}/chat${path}`, body))
  const program: TurnProgram = {
    name: 'ours',
    workspace: places.workspace,
    call: ourCall,
    play: async () => play(ask, await openSession(ask)),
    countCompleted: talkTo(ready, agent).countCompleted,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
  const inOneSession = async () => {
    const session = await openSession(ask)
    return { session, program: { ...program, play: () => play(ask, session) } }
  }
  return { ...program, ready, inOneSession }
}

const LONGEST_PAUSE_MILLISECONDS = 64

type Ask = <T>(path: string, body?: object) => Promise<T>

const openSession = async (ask: Ask): Promise<string> => (await ask<{ session: { id: string } }>('/sessions', {})).session.id

async function play(ask: Ask, session_id: string): Promise<void> {
  const { turn_id } = await ask<{ turn_id: string }>('/messages', { content: 'Do it.', session_id })
  for (let milliseconds = 1; ; milliseconds = Math.min(2 * milliseconds, LONGEST_PAUSE_MILLISECONDS)) {
    const { turn } = await ask<TurnState>(`/turns/${turn_id}`)
    if (turn.status === 'finished') return
    if (turn.status !== 'running') throw new Error(`ours: the turn ended as ${turn.status}: ${turn.error}`)
    // A turn without a call is over at once. A long turn is polled rarely, because polling takes the server's time; the time of a call is
    // measured by the model's own clock.
    await pause(milliseconds)
  }
}
