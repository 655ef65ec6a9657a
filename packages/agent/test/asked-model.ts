// A model of each provider on a scripted server, and one step of it.
import type { ToolView } from '@countersign/protocol'
import type { Entry, Model, ModelRequest, ModelStep } from '../src/model.ts'
import { createModel } from '../src/providers/create-model.ts'
import type { ModelSettings, ProviderName } from '../src/providers/model-settings.ts'

export const KEY = 'sk-the-key-of-the-test'

const PATHS: Record<ProviderName, string> = { 'openai-compatible': '/v1', openai: '/v1', anthropic: '/v1', google: '/v1beta' }

export const modelAt = (url: string, provider: ProviderName, rest: Partial<ModelSettings> = {}): Model =>
  createModel(
    { name: 'tested', provider, model: 'some-model', baseUrl: `${url}${PATHS[provider]}`, apiKey: KEY, keyFrom: 'TEST_KEY', ...rest },
    { firstWaitMilliseconds: 1 },
  )

export const toolView = (name: string): ToolView => ({
  name,
  description: `The tool ${name}.`,
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
  requires_approval: false,
  risk_level: 'LOW',
  reads_only: true,
  timeout_seconds: 0,
})

export interface AskedStep extends ModelStep {
  /** The text passed to `onText`; a restart shows as `↺`. */
  readonly streamed: readonly string[]
}

export async function ask(model: Model, request: Partial<ModelRequest> = {}): Promise<AskedStep> {
  const streamed: string[] = []
  const step = await model.step({
    system: 'You are tested.',
    conversation: [{ kind: 'user', text: 'hello' }],
    tools: [toolView('read_file'), toolView('git.diff')],
    signal: new AbortController().signal,
    onText: (text) => streamed.push(text),
    onRestart: () => streamed.push('↺'),
    ...request,
  })
  return { ...step, streamed }
}

/** A step as read back from the record, with the results of its calls. */
export function recorded({ content, calls, provider }: ModelStep, ...results: readonly string[]): Entry[] {
  const named = calls.map((call, index) => ({ call_id: `0192f000-0000-7000-8000-000000000001/${index + 1}`, ...call }))
  const told = named.flatMap((call, index) => {
    const text = call.error ?? results[index]
    return text === undefined ? [] : [{ kind: 'result' as const, call, text, failed: call.error !== undefined }]
  })
  // The same copy as after a round trip through the database.
  return [{ kind: 'assistant', text: content, calls: named, provider: JSON.parse(JSON.stringify(provider)) as unknown }, ...told]
}
