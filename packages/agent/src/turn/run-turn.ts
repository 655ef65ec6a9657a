// Runs one turn from its recorded state: the calls of the last step, then the next step of the model, until the model has
// answered.
import { type Message, type Sentence, sentence, type Turn } from '@countersign/protocol'
import { limitReached } from './limits.ts'
import { nextStep } from './next-step.ts'
import { mayGoOn } from './repeated-failure.ts'
import { runCalls } from './run-calls.ts'
import type { TurnPorts } from './turn-ports.ts'

/** Returns without ending the turn if `signal` aborts because the server stops; the turn continues after the next start. */
export async function runTurn(ports: TurnPorts, turn: Turn): Promise<void> {
  for (let current: Turn | undefined = turn; current && !ports.signal.aborted; ) current = await goOn(ports, current)
}

/** One round: the calls of the last step, then a new step. Undefined if the turn has ended or the server stops. */
async function goOn(ports: TurnPorts, turn: Turn): Promise<Turn | undefined> {
  const { engine, project, record, signal } = ports
  const end = (status: 'stopped' | 'failed', error: Sentence): Promise<void> =>
    engine.endTurn(turn, { status, error }).then(() => undefined)
  const last = lastStep(record.messages, turn)
  if (last) {
    const saidStop = await runCalls(ports, turn, last.tool_calls)
    if (signal.aborted) return undefined
    if (saidStop) return void (await end('stopped', sentence('turn.said-stop')))
    const goesOn = await mayGoOn(ports, turn)
    if (signal.aborted) return undefined
    if (!goesOn) return void (await end('stopped', sentence('turn.stuck')))
  }
  const limit = limitReached(turn, engine.clock.now())
  if (limit) return void (await end('failed', limit))
  return nextStep(ports, turn, { entries: await ports.conversation(), tools: await ports.toolsOf(project) })
}

const lastStep = (messages: readonly Message[], { id }: Turn): Message | undefined =>
  messages.findLast(({ turn_id, role }) => turn_id === id && role === 'assistant')
