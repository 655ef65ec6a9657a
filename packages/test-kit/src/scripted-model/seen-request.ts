// A request as the model received it, the same for every format, so that a test can check what the model saw.
import type { IncomingHttpHeaders } from 'node:http'

export type FormatName = 'chat-completions' | 'responses' | 'anthropic' | 'google'

export interface SeenCall {
  readonly id: string
  readonly name: string
  readonly arguments: unknown
}

export type SeenEntry =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly SeenCall[] }
  | { readonly role: 'result'; readonly callId: string; readonly text: string }

export interface SeenConversation {
  readonly model: string
  readonly system: string
  readonly tools: readonly string[]
  readonly entries: readonly SeenEntry[]
}

export interface SeenRequest extends SeenConversation {
  readonly format: FormatName
  readonly headers: IncomingHttpHeaders
  /** As it was sent. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Text that a format sends either plain or as a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('')
}

/** One step may be sent as several entries. */
export function joinAnswers(entries: readonly SeenEntry[]): SeenEntry[] {
  const joined: SeenEntry[] = []
  for (const entry of entries) {
    const last = joined.at(-1)
    if (last?.role === 'assistant' && entry.role === 'assistant')
      joined[joined.length - 1] = { role: 'assistant', text: last.text + entry.text, calls: [...last.calls, ...entry.calls] }
    else joined.push(entry)
  }
  return joined
}
