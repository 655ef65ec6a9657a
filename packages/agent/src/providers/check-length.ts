// Some servers of local models cut a conversation that is too long without a word, and the model forgets what it was asked. Where
// the length of the context is configured, the conversation is shortened here instead, while the model still knows it whole.
import { ModelError, type ModelRequest } from '../model.ts'
import type { ModelSettings } from './model-settings.ts'

/** Near enough for code and for most languages. */
const BYTES_OF_TOKEN = 4

export function checkLength({ contextTokens, maxOutputTokens = 0 }: ModelSettings, request: ModelRequest): void {
  if (contextTokens === undefined) return
  const { system, conversation, tools } = request
  const tokens = bytesOf(system, conversation, tools) / BYTES_OF_TOKEN
  if (tokens + maxOutputTokens > contextTokens)
    throw new ModelError('too-long', `The conversation is longer than the ${contextTokens} tokens of the model's context.`)
}

function bytesOf(system: string, conversation: ModelRequest['conversation'], tools: ModelRequest['tools']): number {
  const said = conversation.map((entry) => (entry.kind === 'assistant' ? [entry.text, entry.calls] : entry.text))
  const offered = tools.map(({ name, description, parameters }) => [name, description, parameters])
  return Buffer.byteLength(JSON.stringify([system, said, offered]))
}
