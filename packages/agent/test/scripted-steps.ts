// A model that returns the steps written by a test and remembers its requests.
import type { Entry, Model, ModelRequest, ModelStep } from '../src/model.ts'

export interface Said {
  readonly content?: string
  readonly calls?: ModelStep['calls']
  readonly tokens?: number
}

/** A function can inspect the request, wait, or throw. */
export type Script = readonly (Said | ((request: ModelRequest) => Said | Promise<Said>))[]

export interface ScriptedModel extends Model {
  /** The conversation at each step. */
  readonly seen: readonly (readonly Entry[])[]
  readonly results: () => { readonly text: string; readonly failed: boolean }[]
}

/** After the last step of the script it has nothing more to say. */
export function scripted(script: Script, name = 'scripted'): ScriptedModel {
  const seen: (readonly Entry[])[] = []
  return {
    name,
    provider: 'test',
    seen,
    /** The results in the last conversation, in order. */
    results: () => (seen.at(-1) ?? []).flatMap((entry) => (entry.kind === 'result' ? [{ text: entry.text, failed: entry.failed }] : [])),
    step: async (request) => {
      const next = script[seen.push(request.conversation) - 1] ?? { content: 'Nothing more.' }
      const { content = '', calls = [], tokens = 0 } = typeof next === 'function' ? await next(request) : next
      if (content) request.onText(content)
      return { content, calls, provider: null, inputTokens: tokens, outputTokens: 0 }
    },
  }
}

export const call = (tool_name: string, tool_params: Record<string, unknown> = {}) => ({ tool_name, tool_params })
export const calls = (...made: ModelStep['calls']): Said => ({ calls: made })
export const read = (path: string) => call('read_file', { path })
export const write = (path: string, content = 'x') => call('write_file', { path, content })

/** Returns nothing until it is aborted, like a model that thinks for a long time. */
export const thinkForever = ({ signal }: ModelRequest): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
