// If a conversation is too long for the model, the model summarises it and continues from the summary. The summary is recorded,
// so that it is written only once.
import type { Step } from '@countersign/core'
import { sentence } from '@countersign/protocol'
import { type Entry, type Model, ModelError } from '../model.ts'

const ASK =
  'Summarise the conversation so far for yourself: what the person wants, what was found and changed, which files matter, what is left to do. Leave out everything else.'
export const TOO_LONG = sentence('turn.too-long')
/** How many characters of a long entry go into the summary; fewer each time the request is still too long. */
const CHARACTERS_OF_ENTRY = [4_000, 1_000, 200] as const

export async function summarise(
  { model, signal }: { readonly model: Model; readonly signal: AbortSignal },
  entries: readonly Entry[],
): Promise<Step> {
  for (const characters of CHARACTERS_OF_ENTRY) {
    const conversation: Entry[] = [...plain(entries, characters), { kind: 'user', text: ASK }]
    try {
      const step = await model.step({ system: '', conversation, tools: [], signal, onText: () => undefined, onRestart: () => undefined })
      const tokens = { input_tokens: step.inputTokens, output_tokens: step.outputTokens }
      return { role: 'summary', content: step.content, tool_calls: [], at_once: [], provider: null, ...tokens }
    } catch (error) {
      if (!(error instanceof ModelError) || error.problem !== 'too-long') throw error
    }
  }
  throw new ModelError('too-long', TOO_LONG)
}

/** Turns calls and results into plain text, because a summary needs no tools. */
const plain = (entries: readonly Entry[], characters: number): Entry[] =>
  entries.map((entry) => {
    const text = entry.kind === 'result' ? `[${entry.call.tool_name}] ${entry.text}` : entry.text
    const kept = text.length > characters ? `${text.slice(0, characters)}…` : text
    if (entry.kind === 'assistant') return { kind: 'assistant', text: kept || '…', calls: [], provider: null }
    return { kind: 'user', text: kept }
  })
