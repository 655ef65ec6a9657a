// The record of a session while one of its turns runs: read once when the turn starts, then extended with what the turn adds.
// Messages and ended calls never change.
import type { Reader } from '@countersign/core'
import type { Execution, Message, ToolCall, Turn } from '@countersign/protocol'

const PAGE = 500

export interface TurnRecord {
  /** The messages up to this turn, grouped by turn: the person may have sent the next message while a turn was running. */
  readonly messages: readonly Message[]
  /** By call id, including the questions about repeating a call. */
  readonly executions: ReadonlyMap<string, Execution>
  addMessage(message: Message): void
  addExecution(execution: Execution): void
}

/** The id of the call that asks the person about a repeated failure. */
export const aboutRepeating = ({ call_id }: ToolCall): string => `${call_id}/stuck`

export async function readTurnRecord(reader: Reader, turn: Pick<Turn, 'id' | 'session_id'>): Promise<TurnRecord> {
  const messages = await readMessages(reader, turn)
  const executions = new Map<string, Execution>()
  const addExecution = (execution: Execution): void => void executions.set(execution.call_id ?? '', execution)
  const summary = messages.findLastIndex(({ role }) => role === 'summary')
  const wanted = messages.filter(({ turn_id }, index) => turn_id === turn.id || index > summary)
  for (const execution of await readExecutions(reader, turn, wanted.flatMap(callsIn))) addExecution(execution)
  return { messages, executions, addMessage: (message) => void messages.push(message), addExecution }
}

async function readMessages(reader: Reader, { id, session_id }: Pick<Turn, 'id' | 'session_id'>): Promise<Message[]> {
  const all = await reader.read((tx) => tx.messages.find({ equal: { session_id }, order: { column: 'created_at' } }))
  const turns = Map.groupBy(all, ({ turn_id }) => turn_id)
  const order = [...turns.keys()]
  return order.slice(0, order.indexOf(id) + 1).flatMap((turn) => turns.get(turn) ?? [])
}

async function readExecutions(reader: Reader, { session_id }: Pick<Turn, 'session_id'>, ids: readonly string[]): Promise<Execution[]> {
  const found: Execution[] = []
  for (let start = 0; start < ids.length; start += PAGE) {
    const query = { equal: { session_id }, among: { column: 'call_id', values: ids.slice(start, start + PAGE) } } as const
    found.push(...(await reader.read((tx) => tx.executions.find(query))))
  }
  return found
}

const callsIn = ({ tool_calls }: Message): string[] => tool_calls.flatMap((call) => [call.call_id, aboutRepeating(call)])
