// Which calls a turn made: the id of a call begins with the id of the message that requested it.
import type { Execution, MessageId, SessionId, Turn, TurnId } from '@countersign/protocol'
import type { ReadTransaction } from '../ports/store.ts'
import { ASSISTANT } from '../work/core.ts'

interface PlacedTurn {
  readonly id: TurnId
  readonly session_id: SessionId
}

export type IsOfTurn = (execution: Execution) => boolean

/** Other turns of the same session may be running or waiting: their calls are left alone. */
export async function callsOfTurn(tx: ReadTransaction, { id, session_id }: PlacedTurn): Promise<IsOfTurn> {
  const messages = await tx.messages.find({ equal: { session_id, turn_id: id } })
  const ids = new Set(messages.map((message) => message.id))
  return (execution) => ids.has(messageOf(execution))
}

/** The turn that made a call; undefined for a call from an external agent. */
export async function turnOf(tx: ReadTransaction, execution: Execution): Promise<Turn | undefined> {
  if (execution.agent !== ASSISTANT) return undefined
  const message = await tx.messages.get(messageOf(execution))
  return message && tx.turns.get(message.turn_id)
}

const messageOf = ({ call_id }: Execution): MessageId => (call_id ?? '').split('/', 1)[0] as MessageId
