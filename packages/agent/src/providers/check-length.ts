// Some local model servers silently truncate a conversation that is too long, and the model forgets its task. If the context
// length is configured, this check fails first, so that the conversation is summarised while the model can still read all of it.
import { sentence } from '@countersign/protocol'
import { ModelError, type ModelRequest } from '../model.ts'
import type { ModelSettings } from './model-settings.ts'

/** A good enough estimate for code and for most languages. */
const BYTES_OF_TOKEN = 4

export function checkLength({ contextTokens, maxOutputTokens = 0 }: ModelSettings, request: ModelRequest): void {
  if (contextTokens === undefined) return
  const { system, conversation, tools } = request
  const tokens = bytesOf(system, conversation, tools) / BYTES_OF_TOKEN
  if (tokens + maxOutputTokens > contextTokens)
    throw new ModelError('too-long', sentence('turn.longer-than-context', { count: contextTokens }))
}

function bytesOf(system: string, conversation: ModelRequest['conversation'], tools: ModelRequest['tools']): number {
  const said = conversation.map((entry) => (entry.kind === 'assistant' ? [entry.text, entry.calls] : entry.text))
  const offered = tools.map(({ name, description, parameters }) => [name, description, parameters])
  return Buffer.byteLength(JSON.stringify([system, said, offered]))
}
