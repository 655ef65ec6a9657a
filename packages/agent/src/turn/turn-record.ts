// What is on record of a session while one of its turns runs. What was said, and how a call ended, does not change any more: it
// is read once, and each step reads only what came since.
import type { Engine } from '@countersign/core'
import type { Execution, Message, MessageId, ToolCall, Turn } from '@countersign/protocol'

const PAGE = 500

export interface TurnRecord {
  /** What was said up to this turn: turn by turn, though the person may have written the next message while one was at work. */
  messages(): Promise<Message[]>
  /** By call, with the questions that were asked about repeating it. */
  executionsOf(messages: readonly Message[]): Promise<ReadonlyMap<string, Execution>>
}

/** The call by which the person is asked after the same failure again and again. */
export const aboutRepeating = ({ call_id }: ToolCall): string => `${call_id}/stuck`

export function createTurnRecord({ core }: Pick<Engine, 'core'>, { id, session_id }: Pick<Turn, 'id' | 'session_id'>): TurnRecord {
  const said = new Map<MessageId, Message>()
  const found = new Map<string, Execution>()
  /** Steps of whose calls nothing new can come: the turn is a step further. */
  const settled = new Set<MessageId>()
  let latest: string | undefined

  const read = async (ids: readonly string[]): Promise<void> => {
    for (let start = 0; start < ids.length; start += PAGE) {
      const query = { equal: { session_id }, among: { column: 'call_id', values: ids.slice(start, start + PAGE) } } as const
      for (const row of await core.store.read((tx) => tx.executions.find(query))) found.set(row.call_id ?? '', row)
    }
  }

  return {
    messages: async () => {
      const range = latest === undefined ? {} : { range: { column: 'created_at', atLeast: latest } as const }
      const query = { equal: { session_id }, order: { column: 'created_at' }, ...range } as const
      for (const message of await core.store.read((tx) => tx.messages.find(query))) said.set(message.id, message)
      latest = [...said.values()].at(-1)?.created_at
      const turns = Map.groupBy(said.values(), ({ turn_id }) => turn_id)
      const order = [...turns.keys()]
      return order.slice(0, order.indexOf(id) + 1).flatMap((turn) => turns.get(turn) ?? [])
    },
    executionsOf: async (messages) => {
      const open = messages.filter((message) => message.tool_calls.length > 0 && !settled.has(message.id))
      await read(open.flatMap(callsIn))
      for (const step of open.slice(0, -1)) settled.add(step.id)
      return found
    },
  }
}

const callsIn = ({ tool_calls }: Message): string[] => tool_calls.flatMap((call) => [call.call_id, aboutRepeating(call)])
