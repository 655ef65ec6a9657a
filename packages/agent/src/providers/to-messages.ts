// From the conversation on record to the messages of the AI SDK. A step that this very model said goes back as it said it
// (reasoning and signatures included); a step of another model as text and calls.
import type { ToolCall, ToolNames } from '@countersign/protocol'
import type { AssistantModelMessage, ModelMessage, ToolModelMessage, ToolResultPart } from 'ai'
import type { Entry } from '../model.ts'
import { keptStepOf } from './kept-step.ts'

type AssistantEntry = Extract<Entry, { kind: 'assistant' }>
type ResultEntry = Extract<Entry, { kind: 'result' }>

const NOT_MADE = 'This call was not made: the turn ended before its time came. Make it again if it is still needed.'
const SUMMARY = 'Summary of the conversation so far:'

export function toMessages(conversation: readonly Entry[], names: ToolNames, model: string): ModelMessage[] {
  const results = new Map(conversation.filter((entry) => entry.kind === 'result').map((entry) => [entry.call.call_id, entry]))
  return conversation.flatMap((entry): ModelMessage[] => {
    // A result stands right behind the step that called for it.
    if (entry.kind === 'result') return []
    if (entry.kind === 'assistant') return stepMessages(entry, results, { names, model })
    return [{ role: 'user', content: entry.kind === 'summary' ? `${SUMMARY}\n${entry.text}` : entry.text || '(nothing)' }]
  })
}

function stepMessages(
  entry: AssistantEntry,
  results: ReadonlyMap<string, ResultEntry>,
  { names, model }: { readonly names: ToolNames; readonly model: string },
): ModelMessage[] {
  const kept = keptStepOf(entry, model)
  const ids = kept?.callIds ?? entry.calls.map(({ call_id }) => plainId(call_id))
  const said = kept?.messages ?? writtenAgain(entry, ids, names)
  if (entry.calls.length === 0) return said
  const content = entry.calls.map((call, index) => resultPart(call, { id: ids[index] as string, result: results.get(call.call_id), names }))
  return [...said, { role: 'tool', content } satisfies ToolModelMessage]
}

function writtenAgain({ text, calls }: AssistantEntry, ids: readonly string[], names: ToolNames): AssistantModelMessage[] {
  const content = [
    ...(text.trim() ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ tool_name, tool_params }, index) => ({
      type: 'tool-call' as const,
      toolCallId: ids[index] as string,
      toolName: names.offered(tool_name),
      input: tool_params,
    })),
  ]
  return content.length > 0 ? [{ role: 'assistant', content }] : []
}

interface PartRequest {
  readonly id: string
  readonly result: ResultEntry | undefined
  readonly names: ToolNames
}

const resultPart = ({ tool_name }: ToolCall, { id, result, names }: PartRequest): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: names.offered(tool_name),
  output: result && !result.failed ? { type: 'text', value: result.text } : { type: 'error-text', value: result?.text ?? NOT_MADE },
})

/** Short, letters and digits only: some providers allow no more. */
const plainId = (callId: string): string => callId.replaceAll(/[^a-zA-Z0-9]/g, '')
