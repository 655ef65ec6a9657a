// Converts the recorded conversation into a prompt for a provider of the AI SDK. A step of the same model is sent back as it was
// (including reasoning and signatures); a step of another model as text and calls.
import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import type { ToolCall, ToolNames } from '@countersign/protocol'
import type { Entry, ModelRequest } from '../model.ts'
import { type SaidPart, storedStepOf } from './stored-step.ts'

type AssistantEntry = Extract<Entry, { kind: 'assistant' }>
type ResultEntry = Extract<Entry, { kind: 'result' }>

const NOT_MADE = 'This call was not made: the turn ended before its time came. Make it again if it is still needed.'
const SUMMARY = 'Summary of the conversation so far:'

export interface PromptReader {
  readonly names: ToolNames
  /** Provider and model. */
  readonly by: string
}

export function toPrompt(
  { system, conversation }: Pick<ModelRequest, 'system' | 'conversation'>,
  reader: PromptReader,
): LanguageModelV4Prompt {
  const results = new Map(conversation.filter((entry) => entry.kind === 'result').map((entry) => [entry.call.call_id, entry]))
  const messages = conversation.flatMap((entry): LanguageModelV4Message[] => {
    // A result comes directly after the step that called for it.
    if (entry.kind === 'result') return []
    if (entry.kind === 'assistant') return stepMessages(entry, results, reader)
    const text = entry.kind === 'summary' ? `${SUMMARY}\n${entry.text}` : entry.text || '(nothing)'
    return [{ role: 'user', content: [{ type: 'text', text }] }]
  })
  return system ? [{ role: 'system', content: system }, ...messages] : messages
}

function stepMessages(
  entry: AssistantEntry,
  results: ReadonlyMap<string, ResultEntry>,
  { names, by }: PromptReader,
): LanguageModelV4Message[] {
  const kept = storedStepOf(entry, by)
  const ids = kept?.callIds ?? entry.calls.map(({ call_id }) => plainId(call_id))
  const content = kept?.content ?? writtenAgain(entry, ids, names)
  const said: LanguageModelV4Message[] = content.length > 0 ? [{ role: 'assistant', content }] : []
  if (entry.calls.length === 0) return said
  const told = entry.calls.map((call, index) => resultPart(call, { id: ids[index] as string, result: results.get(call.call_id), names }))
  return [...said, { role: 'tool', content: told }]
}

function writtenAgain({ text, calls }: AssistantEntry, ids: readonly string[], names: ToolNames): SaidPart[] {
  return [
    ...(text.trim() ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ tool_name, tool_params }, index) => ({
      type: 'tool-call' as const,
      toolCallId: ids[index] as string,
      toolName: names.offered(tool_name),
      input: tool_params,
    })),
  ]
}

interface PartRequest {
  readonly id: string
  readonly result: ResultEntry | undefined
  readonly names: ToolNames
}

const resultPart = ({ tool_name }: ToolCall, { id, result, names }: PartRequest): LanguageModelV4ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: names.offered(tool_name),
  output: result && !result.failed ? { type: 'text', value: result.text } : { type: 'error-text', value: result?.text ?? NOT_MADE },
})

/** Short, with letters and digits only: some providers allow nothing else. */
const plainId = (callId: string): string => callId.replaceAll(/[^a-zA-Z0-9]/g, '')
