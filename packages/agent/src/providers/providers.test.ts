import { expect, test } from 'vitest'
import { SIGNATURE } from '../../../test-kit/src/scripted-model/anthropic.ts'
import { THOUGHT_SIGNATURE } from '../../../test-kit/src/scripted-model/google.ts'
import { ENCRYPTED } from '../../../test-kit/src/scripted-model/responses.ts'
import { startScriptedModel } from '../../../test-kit/src/scripted-model/scripted-model.ts'
import { ask, KEY, modelAt, recorded } from '../../test/asked-model.ts'
import type { Entry } from '../model.ts'
import { PROVIDERS, type ProviderName } from './model-settings.ts'

const USER: Entry = { kind: 'user', text: 'hello' }
const FORMATS = { 'openai-compatible': 'chat-completions', openai: 'responses', anthropic: 'anthropic', google: 'google' } as const

for (const provider of PROVIDERS) {
  test(`${provider}: text is streamed as it comes, and usage is counted`, async () => {
    await using server = await startScriptedModel([{ text: ['Hel', 'lo.'], usage: { input: 21, output: 7 } }])
    const step = await ask(modelAt(server.url, provider))
    expect(step).toMatchObject({ content: 'Hello.', calls: [], streamed: ['Hel', 'lo.'], inputTokens: 21, outputTokens: 7 })
  })

  test(`${provider}: the request holds the system prompt, the conversation, the tools and the key`, async () => {
    await using server = await startScriptedModel([{ text: 'Yes.' }])
    await ask(modelAt(server.url, provider))
    const [seen] = server.requests
    expect(seen).toMatchObject({
      format: FORMATS[provider],
      model: 'some-model',
      system: 'You are tested.',
      tools: ['read_file', 'git_diff'],
      entries: [{ role: 'user', text: 'hello' }],
    })
    expect(JSON.stringify(seen?.headers)).toContain(KEY)
    expect(JSON.stringify(seen?.body)).toContain('"required":["path"]')
  })

  test(`${provider}: calls of one step come out together, under the names of the catalogue`, async () => {
    const calls = [
      { name: 'read_file', arguments: { path: 'a.txt' } },
      { name: 'git_diff', arguments: { path: 'b.txt' } },
    ]
    await using server = await startScriptedModel([{ text: 'I look.', calls }])
    const step = await ask(modelAt(server.url, provider))
    expect(step.content).toBe('I look.')
    expect(step.calls).toEqual([
      { tool_name: 'read_file', tool_params: { path: 'a.txt' } },
      { tool_name: 'git.diff', tool_params: { path: 'b.txt' } },
    ])
  })

  test(`${provider}: results go back once each, beside the calls they belong to`, async () => {
    const calls = [
      { name: 'read_file', arguments: { path: 'a.txt' } },
      { name: 'git_diff', arguments: { path: 'b.txt' } },
    ]
    await using server = await startScriptedModel([{ calls }, { text: 'Done.' }])
    const model = modelAt(server.url, provider)
    const first = await ask(model)
    await ask(model, { conversation: [USER, ...recorded(first, 'the words of a', 'the diff of b')] })
    const entries = server.requests[1]?.entries ?? []
    expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'result', 'result'])
    const [, step, ...results] = entries
    expect(step).toMatchObject({ calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }, { name: 'git_diff' }] })
    const ids = step?.role === 'assistant' ? step.calls.map(({ id }) => id) : []
    expect(results).toMatchObject([{ callId: ids[0] }, { callId: ids[1] }])
    expect(results.map(({ text }) => text)).toEqual([expect.stringContaining('words of a'), expect.stringContaining('diff of b')])
  })

  test(`${provider}: a call of a tool that does not exist is told to the model`, async () => {
    await using server = await startScriptedModel([{ calls: [{ name: 'fly', arguments: { path: 'x' } }] }, { text: 'Sorry.' }])
    const model = modelAt(server.url, provider)
    const step = await ask(model)
    expect(step.calls).toMatchObject([{ tool_name: 'fly', error: expect.stringContaining('The tools are: read_file, git_diff.') }])
    await ask(model, { conversation: [USER, ...recorded(step)] })
    expect(server.requests[1]?.entries.at(-1)).toMatchObject({ role: 'result', text: expect.stringContaining('There is no tool') })
  })

  test(`${provider}: a call that the turn did not come to is told as not made`, async () => {
    await using server = await startScriptedModel([{ calls: [{ name: 'read_file', arguments: { path: 'a.txt' } }] }, { text: 'Fine.' }])
    const model = modelAt(server.url, provider)
    const conversation = [USER, ...recorded(await ask(model)), { kind: 'user', text: 'go on' } as const]
    await ask(model, { conversation })
    expect(server.requests[1]?.entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'result', 'user'])
    expect(server.requests[1]?.entries[2]).toMatchObject({ text: expect.stringContaining('This call was not made') })
  })

  test(`${provider}: a step of another model is written again in plain words and calls`, async () => {
    const other: ProviderName = provider === 'anthropic' ? 'openai' : 'anthropic'
    const step = { reasoning: 'I think.', text: 'I look.', calls: [{ name: 'git_diff', arguments: { path: 'b' }, id: 'foreign_id' }] }
    await using server = await startScriptedModel([step, { text: 'Done.' }])
    const first = await ask(modelAt(server.url, other))
    await ask(modelAt(server.url, provider), { conversation: [USER, ...recorded(first, 'no difference')] })
    const seen = server.requests[1]
    expect(seen?.entries[1]).toMatchObject({ role: 'assistant', text: 'I look.', calls: [{ name: 'git_diff', arguments: { path: 'b' } }] })
    expect(JSON.stringify(seen?.body)).not.toMatch(/I think|foreign_id|signed by the script|encrypted by the script/)
  })

  test(`${provider}: a summary is marked as one`, async () => {
    await using server = await startScriptedModel([{ text: 'Yes.' }])
    await ask(modelAt(server.url, provider), { conversation: [{ kind: 'summary', text: 'Three files changed.' }, USER] })
    expect(server.requests[0]?.entries.map(({ text }) => text).join('|')).toContain(
      'Summary of the conversation so far:\nThree files changed.',
    )
  })

  test(`${provider}: stopping ends the request at once`, async () => {
    const never = new Promise<never>(() => undefined)
    await using server = await startScriptedModel([{ after: never }])
    const stop = new AbortController()
    const asked = ask(modelAt(server.url, provider), { signal: stop.signal })
    await expect.poll(() => server.requests.length).toBe(1)
    stop.abort(new Error('stopped by the person'))
    await expect(asked).rejects.toThrow('stopped by the person')
    expect(server.requests).toHaveLength(1)
  })
}

const MALFORMED = [
  ['openai-compatible', '{"path": '],
  ['openai', '{"path": '],
  ['anthropic', '{"path": '],
  ['openai-compatible', '["a.txt"]'],
  ['openai', '"a.txt"'],
  ['openai-compatible', '{"path": "a", "__proto__": {}}'],
] as const

for (const [provider, text] of MALFORMED)
  test(`${provider}: arguments ${text} are told to the model, and other calls of the step stand`, async () => {
    const calls = [
      { name: 'read_file', arguments: text },
      { name: 'read_file', arguments: { path: 'b' } },
    ]
    await using server = await startScriptedModel([{ calls }, { text: 'Again.' }])
    const model = modelAt(server.url, provider)
    const step = await ask(model)
    expect(step.calls).toMatchObject([
      { tool_name: 'read_file', tool_params: {}, error: expect.stringContaining('The arguments of read_file are not one JSON object') },
      { tool_name: 'read_file', tool_params: { path: 'b' } },
    ])
    await ask(model, { conversation: [USER, ...recorded(step, 'unused', 'the words of b')] })
    expect(server.requests[1]?.entries.slice(2).map(({ text: told }) => told)).toEqual([
      expect.stringContaining('not one JSON object'),
      expect.stringContaining('the words of b'),
    ])
  })

const SIGNS = [
  ['anthropic', SIGNATURE],
  ['openai', ENCRYPTED],
  ['google', THOUGHT_SIGNATURE],
] as const

for (const [provider, sign] of SIGNS)
  test(`${provider}: what it needs to go on from its own reasoning goes back to it`, async () => {
    const step = { reasoning: 'I think.', calls: [{ name: 'read_file', arguments: { path: 'a' } }] }
    await using server = await startScriptedModel([step, { text: 'Done.' }])
    const model = modelAt(server.url, provider)
    await ask(model, { conversation: [USER, ...recorded(await ask(model), 'the words of a')] })
    expect(JSON.stringify(server.requests[1]?.body)).toContain(sign)
  })

test('the name of the catalogue is understood too where a model uses it', async () => {
  await using server = await startScriptedModel([{ calls: [{ name: 'git.diff', arguments: { path: 'b' } }] }])
  expect((await ask(modelAt(server.url, 'openai-compatible'))).calls).toEqual([{ tool_name: 'git.diff', tool_params: { path: 'b' } }])
})

test('OpenAI is asked to keep nothing', async () => {
  await using server = await startScriptedModel([{ text: 'Yes.' }])
  await ask(modelAt(server.url, 'openai'))
  expect(server.requests[0]?.body.store).toBe(false)
})

test('a model without a key is asked without one', async () => {
  await using server = await startScriptedModel([{ text: 'Yes.' }])
  await ask(modelAt(server.url, 'openai-compatible', { apiKey: '' }))
  expect(server.requests[0]?.headers.authorization).toBeUndefined()
})

test('the limit of output is sent, and an answer cut off by it says so', async () => {
  await using server = await startScriptedModel([{ text: 'Once upon', finish: 'length' }])
  const step = await ask(modelAt(server.url, 'openai-compatible', { maxOutputTokens: 2 }))
  expect(server.requests[0]?.body.max_tokens).toBe(2)
  expect(step.content).toMatch(/^Once upon\n\n\(The answer was cut off here/)
})

test('arguments that were cut off by the limit of output are told as such', async () => {
  const calls = [{ name: 'read_file', arguments: '{"path":"a' }]
  await using server = await startScriptedModel([{ calls, finish: 'length' }])
  expect((await ask(modelAt(server.url, 'anthropic'))).calls).toMatchObject([{ error: expect.stringContaining('send less in one call') }])
})
