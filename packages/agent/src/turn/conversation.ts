// The conversation of a session as a model reads it, built from the record, so that it is the same after a crash. The result of a
// call comes from its execution.
import type { Execution, Message, MessageId, ToolCall } from '@countersign/protocol'
import type { Entry } from '../model.ts'
import type { DescribeResult } from './describe-result.ts'
import { aboutRepeating, type TurnRecord } from './turn-record.ts'

export type ReadConversation = () => Promise<Entry[]>

/** Read only when all calls of the last step have ended: earlier entries no longer change, and each step adds only its own. */
export function createConversation(record: TurnRecord, tell: DescribeResult): ReadConversation {
  const known = new Map<MessageId, readonly Entry[]>()
  return async () => {
    const shown = sinceSummary(record.messages)
    for (const message of shown) if (!known.has(message.id)) known.set(message.id, await entriesOf(message, record.executions, tell))
    return shown.flatMap(({ id }) => known.get(id) ?? [])
  }
}

/** A summary replaces everything before it except the message being answered, which must not be shortened. */
function sinceSummary(messages: readonly Message[]): readonly Message[] {
  const start = messages.findLastIndex(({ role }) => role === 'summary')
  const summary = messages[start]
  if (!summary) return messages
  return [
    ...messages.slice(0, start).filter(({ role, turn_id }) => role === 'user' && turn_id === summary.turn_id),
    ...messages.slice(start),
  ]
}

const entriesOf = async (message: Message, executions: TurnRecord['executions'], tell: DescribeResult): Promise<Entry[]> => [
  entryOf(message),
  ...(await Promise.all(message.tool_calls.map(resultOf(executions, tell)))),
]

const entryOf = ({ role, content, tool_calls, provider }: Message): Entry =>
  role === 'assistant' ? { kind: role, text: content, calls: tool_calls, provider } : { kind: role, text: content }

const ASKED = 'It had failed three times in a row, and the operator was asked whether to go on.'
const NOT_RUN = 'It was not run: the turn had been stopped before.'

/** Every call has a result, because providers require it. */
const resultOf =
  (executions: ReadonlyMap<string, Execution>, tell: DescribeResult) =>
  async (call: ToolCall): Promise<Entry> => {
    const execution = executions.get(call.call_id)
    const { text, failed } = execution ? await tell(execution) : { text: call.error ?? NOT_RUN, failed: true }
    const question = executions.get(aboutRepeating(call))
    return { kind: 'result', call, text: question ? `${text}\n${ASKED}\n${(await tell(question)).text}` : text, failed }
  }
