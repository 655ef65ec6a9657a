import { expect, test } from 'vitest'
import type { ScriptedRefusal } from '../../../../test-kit/src/scripted-model/script.ts'
import { type ScriptedStep, startScriptedModel } from '../../../../test-kit/src/scripted-model/scripted-model.ts'
import { startLoopbackServer } from '../../../../test-kit/src/servers/loopback-server.ts'
import { ask, KEY, modelAt } from '../../../test/asked-model.ts'
import { ModelError, type ModelProblem } from '../../model.ts'
import { PROVIDERS, type ProviderName } from '../model-settings.ts'

interface Refused extends ScriptedRefusal {
  readonly problem: ModelProblem
  readonly says: RegExp
  readonly only?: ProviderName
  readonly title?: string
}

const times = (count: number, step: ScriptedStep): ScriptedStep[] => Array.from({ length: count }, () => step)

async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

/** None of these is retried. */
const REFUSALS: readonly Refused[] = [
  {
    status: 401,
    problem: 'key',
    says: /did not accept the API key. Put a good key into TEST_KEY/,
    message: `Incorrect API key provided: ${KEY}`,
  },
  { status: 403, problem: 'key', says: /the API key may not use it.*no access, \*\*\*/, message: `no access, ${KEY}` },
  { status: 402, problem: 'quota', says: /the quota or the credit of its account is used up/ },
  {
    status: 429,
    problem: 'quota',
    says: /quota/,
    code: 'insufficient_quota',
    type: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan.',
  },
  { status: 404, problem: 'not-found', says: /does not exist at .*"some-model".*Correct `model` or `base_url`/ },
  { status: 413, problem: 'too-long', says: /too long/ },
  { status: 422, problem: 'other', says: /refused the request. It says: "not this \[31mway"/, message: 'not this\n\u001b[31mway' },
  { status: 429, problem: 'overloaded', says: /asks to wait 7200 seconds/, headers: { 'retry-after': '7200' }, title: 'a wait of hours' },
  {
    only: 'openai',
    status: 400,
    problem: 'too-long',
    says: /too long/,
    code: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model.',
  },
  {
    only: 'openai',
    status: 429,
    problem: 'too-long',
    says: /too long/,
    code: 'rate_limit_exceeded',
    message: 'Request too large for some-model on tokens per min (TPM): Limit 30000, Requested 45000.',
  },
  {
    only: 'openai-compatible',
    status: 400,
    problem: 'too-long',
    says: /too long/,
    message: "This model's maximum context length is 4096 tokens.",
  },
  {
    only: 'openai-compatible',
    status: 500,
    problem: 'too-long',
    says: /too long/,
    message: 'the request exceeds the available context size',
  },
  {
    only: 'openai-compatible',
    status: 400,
    problem: 'other',
    says: /cannot call tools as it is served/,
    message: 'registry/some:latest does not support tools',
  },
  {
    only: 'openai-compatible',
    status: 400,
    problem: 'not-found',
    says: /does not exist/,
    message: 'model "some-model" not found, try pulling it first',
  },
  {
    only: 'anthropic',
    status: 400,
    problem: 'too-long',
    says: /too long/,
    type: 'invalid_request_error',
    message: 'prompt is too long: 210000 tokens > 200000 maximum',
  },
  {
    only: 'anthropic',
    status: 400,
    problem: 'quota',
    says: /credit/,
    type: 'invalid_request_error',
    message: 'Your credit balance is too low to access the API.',
  },
  {
    only: 'google',
    status: 400,
    problem: 'key',
    says: /did not accept the API key/,
    type: 'INVALID_ARGUMENT',
    message: 'API key not valid. Please pass a valid API key.',
  },
  {
    only: 'google',
    status: 400,
    problem: 'too-long',
    says: /too long/,
    message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  },
]

for (const { problem, says, only, title, ...refuse } of REFUSALS)
  for (const provider of only ? [only] : PROVIDERS)
    test(`${provider}: ${refuse.status} ${title ?? refuse.message?.slice(0, 40) ?? ''} is told as ${problem}, at the first try`, async () => {
      await using server = await startScriptedModel([{ refuse }, { text: 'not asked for' }])
      const error = await failureOf(ask(modelAt(server.url, provider)))
      expect(error).toMatchObject({ problem, message: expect.stringMatching(says) })
      expect(error.message).toContain(problem === 'too-long' ? 'the model "tested"' : `The model "tested" (${provider})`)
      expect(`${error.message}${error.stack}${JSON.stringify(error)}${String(error.cause)}`).not.toContain(KEY)
      expect(error.message).not.toMatch(/[\p{Cc}]/u)
      expect(server.requests).toHaveLength(1)
    })

for (const provider of PROVIDERS) {
  for (const status of [429, 503, 529, 500])
    test(`${provider}: ${status} is tried again, as the provider asks`, async () => {
      const headers = { 'retry-after-ms': '1' }
      await using server = await startScriptedModel([...times(2, { refuse: { status, headers } }), { text: 'Now.' }])
      expect((await ask(modelAt(server.url, provider))).content).toBe('Now.')
      expect(server.requests).toHaveLength(3)
    })

  test(`${provider}: an overload that does not end is told after five tries`, async () => {
    await using server = await startScriptedModel(times(9, { refuse: { status: 529, headers: { 'retry-after': '0.001' } } }))
    const error = await failureOf(ask(modelAt(server.url, provider)))
    expect(error).toMatchObject({ problem: 'overloaded', message: expect.stringContaining('also after 5 tries') })
    expect(server.requests).toHaveLength(5)
  })

  for (const breaks of ['reset', 'end', 'error', 'malformed'] as const)
    test(`${provider}: an answer that breaks off (${breaks}) is begun again, and only the whole one counts`, async () => {
      const broken: ScriptedStep = { text: ['Half ', 'an'], breaks }
      await using server = await startScriptedModel([broken, { text: 'Whole.', usage: { input: 3, output: 2 } }])
      const step = await ask(modelAt(server.url, provider))
      expect(step).toMatchObject({ content: 'Whole.', calls: [], inputTokens: 3, outputTokens: 2 })
      expect(step.streamed.slice(step.streamed.indexOf('↺') + 1)).toEqual(['Whole.'])
    })

  test(`${provider}: calls of an answer that breaks off are not acted on`, async () => {
    const calls = [{ name: 'read_file', arguments: { path: 'a' } }]
    await using server = await startScriptedModel(times(3, { calls, breaks: 'end' }))
    const error = await failureOf(ask(modelAt(server.url, provider)))
    expect(error).toMatchObject({ problem: 'unreachable', message: expect.stringContaining('broke off before its answer was whole') })
  })

  test(`${provider}: an empty answer is asked for again, then told`, async () => {
    await using server = await startScriptedModel(times(2, {}))
    const error = await failureOf(ask(modelAt(server.url, provider)))
    expect(error).toMatchObject({ problem: 'other', message: expect.stringContaining('gave an empty answer, also after 2 tries') })
  })

  test(`${provider}: a content filter is told`, async () => {
    await using server = await startScriptedModel([{ text: 'I', finish: 'content-filter' }])
    const error = await failureOf(ask(modelAt(server.url, provider)))
    expect(error).toMatchObject({ problem: 'other', message: expect.stringContaining('content filter') })
  })

  test(`${provider}: output used up before the first word is told`, async () => {
    await using server = await startScriptedModel([{ reasoning: 'Long thoughts.', finish: 'length' }])
    const error = await failureOf(ask(modelAt(server.url, provider)))
    expect(error.message).toContain('Raise `max_output_tokens`')
  })

  test(`${provider}: nobody at the address is told with the address`, async () => {
    const gone = await startPage('')
    await gone[Symbol.asyncDispose]()
    const error = await failureOf(ask(modelAt(gone.url, provider)))
    expect(error.problem).toBe('unreachable')
    expect(error.message).toContain(`cannot be reached at ${gone.url}/v1`)
    expect(error.message).toContain('also after 3 tries (ECONNREFUSED)')
  })

  test(`${provider}: a page that is no model is told`, async () => {
    await using page = await startPage('<html>Welcome</html>')
    const error = await failureOf(ask(modelAt(page.url, provider)))
    expect(error.message).toMatch(/no answer of a model|broke off before its answer was whole.*`base_url`/)
  })
}

test('stopping ends the wait before the next try', async () => {
  await using server = await startScriptedModel([{ refuse: { status: 429, headers: { 'retry-after': '50' } } }])
  const stop = new AbortController()
  const asked = ask(modelAt(server.url, 'anthropic'), { signal: stop.signal, onRestart: () => stop.abort(new Error('stopped')) })
  await expect(asked).rejects.toThrow()
  expect(server.requests).toHaveLength(1)
})

test('a minute’s quota of Google is an overload with a time', async () => {
  const message = 'You exceeded your current quota. {"quotaId":"GenerateRequestsPerMinute"} "retryDelay": "0.001s"'
  await using server = await startScriptedModel([{ refuse: { status: 429, type: 'RESOURCE_EXHAUSTED', message } }, { text: 'Now.' }])
  expect((await ask(modelAt(server.url, 'google'))).content).toBe('Now.')
})

test('a conversation longer than the configured context is not sent', async () => {
  await using server = await startScriptedModel([])
  const conversation = [{ kind: 'user' as const, text: 'word '.repeat(5_000) }]
  const error = await failureOf(ask(modelAt(server.url, 'openai-compatible', { contextTokens: 4_096 }), { conversation }))
  expect(error.problem).toBe('too-long')
  expect(server.requests).toHaveLength(0)
})

const startPage = (text: string) =>
  startLoopbackServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(text))

test('a model that sends us elsewhere gets nothing there, and it is told where', async () => {
  await using elsewhere = await startScriptedModel([{ text: 'Here.' }])
  await using server = await startLoopbackServer((_, response) => void response.writeHead(307, { location: elsewhere.url }).end())
  const { problem, message } = await failureOf(ask(modelAt(server.url, 'openai-compatible')))
  expect(problem).toBe('unreachable')
  expect(message).toContain(`sends us on to ${elsewhere.url}, where nothing was sent`)
  expect(elsewhere.requests).toEqual([])
})
