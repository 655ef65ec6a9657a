// The smallest durable agent: each step of the model is on disk together with its calls before any of them runs, and each result before the
// model gets it.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BareStore } from './grouped-store.ts'

export interface BareCall {
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
}

export interface AgentParts {
  readonly store: BareStore
  nextId(): string
  /** Sends a stored call to the runner and waits for its result, which is stored by then. */
  run(id: string, call: BareCall): Promise<object>
}

interface ModelCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { name: string; arguments: string }
}

type Said = { readonly content: string; readonly tool_calls: ModelCall[] }

const TOOLS = ['read_file', 'write_file', 'execute_command'].map((name) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object' } },
}))
const agent = new Agent({ keepAlive: true })

export async function runTurn({ store, nextId, run }: AgentParts, modelUrl: string, message: string): Promise<object> {
  const messages: object[] = [{ role: 'user', content: message }]
  await store.addStep(nextId(), message)
  for (;;) {
    const said = await askModel(modelUrl, messages)
    const calls = said.tool_calls.map((call) => ({ id: nextId(), modelId: call.id, call: readCall(call) }))
    const adding = calls.map(({ id, call }) => store.add(id, 'executing', JSON.stringify(call)))
    await Promise.all([store.addStep(nextId(), JSON.stringify(said)), ...adding])
    if (calls.length === 0) return { status: 'finished' }
    messages.push({ role: 'assistant', ...said })
    for (const { id, modelId, call } of calls)
      messages.push({ role: 'tool', tool_call_id: modelId, content: JSON.stringify(await run(id, call)) })
  }
}

const readCall = ({ function: { name, arguments: given } }: ModelCall): BareCall => ({
  tool_name: name,
  tool_params: JSON.parse(given) as Record<string, unknown>,
})

function askModel(url: string, messages: readonly object[]): Promise<Said> {
  const body = JSON.stringify({ model: 'instant', stream: true, messages, tools: TOOLS })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/chat/completions`, { method: 'POST', agent, headers }, (incoming) => {
      text(incoming).then((frames) => resolve(readFrames(frames)), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

interface Delta {
  readonly content?: string
  readonly tool_calls?: readonly (Partial<ModelCall> & { readonly index: number })[]
}

function readFrames(frames: string): Said {
  const said = { content: '', tool_calls: [] as ModelCall[] }
  for (const line of frames.split('\n')) {
    if (!line.startsWith('data: {')) continue
    const { choices } = JSON.parse(line.slice(6)) as { choices: { delta: Delta }[] }
    const delta = choices[0]?.delta ?? {}
    said.content += delta.content ?? ''
    for (const part of delta.tool_calls ?? []) join(said.tool_calls, part)
  }
  return said
}

function join(calls: ModelCall[], { index, ...part }: Partial<ModelCall> & { readonly index: number }): void {
  const known = calls[index]
  if (known) known.function.arguments += part.function?.arguments ?? ''
  else calls[index] = part as ModelCall
}
