// The conversation of a session as a model reads it: made anew for every step from what is on record, so that after a crash
// it is the same. The result of a call comes from its execution.
import type { Engine } from '@countersign/core'
import type { Execution, Message, ToolCall, Turn } from '@countersign/protocol'
import type { Entry } from '../model.ts'
import type { TellResult } from './tell-model.ts'

const PAGE = 500

/** What was said up to this turn: turn by turn, though the person may have written the next message while one was at work. */
export async function readMessages({ core }: Engine, { id, session_id }: Turn): Promise<Message[]> {
  const all = await core.store.read((tx) => tx.messages.find({ equal: { session_id }, order: { column: 'created_at' } }))
  const turns = Map.groupBy(all, ({ turn_id }) => turn_id)
  const order = [...turns.keys()]
  return order.slice(0, order.indexOf(id) + 1).flatMap((turn) => turns.get(turn) ?? [])
}

export async function entriesOf({ core }: Engine, messages: readonly Message[], tell: TellResult): Promise<Entry[]> {
  const shown = sinceSummary(messages)
  const executions = await executionsOf({ core }, shown)
  const results = await Promise.all(
    shown.map(async (message) => [entryOf(message), ...(await Promise.all(message.tool_calls.map(resultOf(executions, tell))))]),
  )
  return results.flat()
}

/** A summary stands for everything before it but the message that is being answered, which nobody may shorten. */
function sinceSummary(messages: readonly Message[]): readonly Message[] {
  const start = messages.findLastIndex(({ role }) => role === 'summary')
  const summary = messages[start]
  if (!summary) return messages
  return [
    ...messages.slice(0, start).filter(({ role, turn_id }) => role === 'user' && turn_id === summary.turn_id),
    ...messages.slice(start),
  ]
}

const entryOf = ({ role, content, tool_calls, provider }: Message): Entry =>
  role === 'assistant' ? { kind: role, text: content, calls: tool_calls, provider } : { kind: role, text: content }

const ASKED = 'It had failed three times in a row, and the operator was asked whether to go on.'
const NOT_RUN = 'It was not run: the turn had been stopped before.'

/** Every call has a result, as providers demand. */
const resultOf =
  (executions: ReadonlyMap<string, Execution>, tell: TellResult) =>
  async (call: ToolCall): Promise<Entry> => {
    const execution = executions.get(call.call_id)
    const { text, failed } = execution ? await tell(execution) : { text: call.error ?? NOT_RUN, failed: true }
    const question = executions.get(aboutRepeating(call))
    return { kind: 'result', call, text: question ? `${text}\n${ASKED}\n${(await tell(question)).text}` : text, failed }
  }

/** The call by which the person is asked after the same failure again and again. */
export const aboutRepeating = ({ call_id }: ToolCall): string => `${call_id}/stuck`

export async function executionsOf({ core }: Pick<Engine, 'core'>, messages: readonly Message[]): Promise<Map<string, Execution>> {
  const [first] = messages
  const ids = messages.flatMap(({ tool_calls }) => tool_calls.flatMap((call) => [call.call_id, aboutRepeating(call)]))
  const found = new Map<string, Execution>()
  for (let start = 0; first && start < ids.length; start += PAGE) {
    const query = { equal: { session_id: first.session_id }, among: { column: 'call_id', values: ids.slice(start, start + PAGE) } } as const
    for (const row of await core.store.read((tx) => tx.executions.find(query))) found.set(row.call_id ?? '', row)
  }
  return found
}
