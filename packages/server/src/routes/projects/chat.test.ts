import { randomUUID } from 'node:crypto'
import { type Model, offlineAgent } from '@countersign/agent'
import type { MessageView } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EventReader } from '../../../test/event-reader.ts'
import { startTestServer, type TestServer, tokenOf } from '../../../test/test-server.ts'
import { makeWorld, sayHello, type World } from '../../../test/world.ts'

const WAIT = { timeout: 10_000 }
const SECRET_TEXT = `ghp_${'a1B2'.repeat(9)}`

/** Repeats the message; a message that begins with `call` first becomes a call. */
const echo: Model = {
  name: 'echo',
  provider: 'test',
  step: async ({ conversation, onText }) => {
    const last = conversation.at(-1)
    const isCall = last?.kind === 'user' && last.text.startsWith('call')
    const content = isCall ? '' : `You said: ${conversation.findLast(({ kind }) => kind === 'user')?.text}`
    if (content) onText(content)
    const calls = isCall ? [{ tool_name: 'write_file', tool_params: { path: 'a.md', content: last.text } }] : []
    return { content, calls, provider: { kept: 'inside' }, inputTokens: 3, outputTokens: 2 }
  },
}

/** Sends half of its answer and waits until the test lets it continue. */
const half = Promise.withResolvers<void>()
const halting: Model = {
  name: 'halting',
  provider: 'test',
  step: async ({ onText }) => {
    onText(`One half with ${SECRET_TEXT}, `)
    await half.promise
    onText('and the other.')
    return { content: `One half with ${SECRET_TEXT}, and the other.`, calls: [], provider: null, inputTokens: 1, outputTokens: 1 }
  },
}

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer({ models: [echo, { ...offlineAgent, name: 'other' }, halting] })
  world = await makeWorld(server, 'alice', { empty: true })
  await sayHello(server, world)
})
afterAll(() => server[Symbol.asyncDispose]())

const p = () => ({ p: world.ids.p })
const asOperator = () => ({ token: world.tokens.operator })

const send = async (content: string, session_id?: string) =>
  server.call('sendMessage', { ...asOperator(), params: p(), body: { content, ...(session_id && { session_id }) } })
const getTurn = async (t: string) => (await server.call('getTurn', { ...asOperator(), params: { ...p(), t } })).json.turn
const messages = async (s: string, query = '') =>
  (await server.call('listMessages', { ...asOperator(), params: { ...p(), s }, query })).json as {
    messages: MessageView[]
    next_cursor?: string
  }

async function openSession(body: object = {}): Promise<string> {
  return (await server.call('createSession', { ...asOperator(), params: p(), body })).json.session.id
}

const ended = async (t: string) => {
  await using reader = await EventReader.open(server, { project: world.ids.p, token: world.tokens.operator, query: '?after=0' })
  const ends = ['finished', 'stopped', 'failed']
  await reader.until(({ type, data }) => type === 'chat.turn' && data.turn_id === t && ends.includes(data.status))
  return getTurn(t)
}

describe('a message', () => {
  test('is taken with 202 and answered by the default model', async () => {
    const session = await openSession()
    const sent = await send('hello', session)
    expect(sent).toMatchObject({ status: 202, json: { success: true, session_id: session, message_id: expect.any(String) } })
    expect(await ended(sent.json.turn_id)).toMatchObject({ status: 'finished', model: 'echo', steps: 1, input_tokens: 3, output_tokens: 2 })
    const { messages: shown } = await messages(session)
    expect(shown.map(({ role, content }) => [role, content])).toEqual([
      ['assistant', 'You said: hello'],
      ['user', 'hello'],
    ])
    expect(JSON.stringify(shown)).not.toContain('inside')
  })

  test('has at most 10,000 characters and at least one', async () => {
    for (const [content, status] of [
      ['x'.repeat(10_000), 202],
      ['x'.repeat(10_001), 400],
      ['', 400],
    ] as const)
      expect((await send(content, await openSession())).status).toBe(status)
  })

  test('without a session goes to the one that is open', async () => {
    const first = (await send('one')).json
    expect((await send('two')).json.session_id).toBe(first.session_id)
  })

  test('goes to no session that has ended or that is not there', async () => {
    const s = await openSession()
    await server.call('deleteSession', { ...asOperator(), params: { ...p(), s } })
    expect((await send('x', s)).status).toBe(404)
    expect((await send('x', randomUUID())).status).toBe(404)
  })

  test('of an agent is not taken', async () => {
    const reply = await server.call('sendMessage', { token: world.tokens.agent, params: p(), body: { content: 'x' } })
    expect(reply).toMatchObject({ status: 403, json: { error_code: 'FORBIDDEN' } })
  })

  test('in the project of another person does not exist', async () => {
    const token = tokenOf(['operator'], { sub: 'mallory' })
    const { turn_id, session_id } = (await send('mine')).json
    for (const reply of [
      await server.call('sendMessage', { token, params: p(), body: { content: 'x' } }),
      await server.call('getTurn', { token, params: { ...p(), t: turn_id } }),
      await server.call('cancelTurn', { token, params: { ...p(), t: turn_id } }),
      await server.call('listMessages', { token, params: { ...p(), s: session_id } }),
    ])
      expect(reply).toMatchObject({ status: 404, json: { error_code: 'NOT_FOUND' } })
  })
})

describe('the messages of a session', () => {
  test('come newest first, page by page, each once', async () => {
    const session = await openSession()
    for (const content of ['1', '2', '3']) await ended((await send(content, session)).json.turn_id)
    const first = await messages(session, '?limit=4')
    const second = await messages(session, `?limit=4&cursor=${first.next_cursor}`)
    expect([...first.messages, ...second.messages].map(({ content }) => content).toReversed()).toEqual([
      '1',
      'You said: 1',
      '2',
      'You said: 2',
      '3',
      'You said: 3',
    ])
    expect(second.next_cursor).toBeUndefined()
  })

  test('show secrets masked, and each call with what became of it', async () => {
    const session = await openSession()
    const { turn_id } = (await send(`call with ${SECRET_TEXT}`, session)).json
    const shown = await vi.waitFor(async () => {
      const { messages: found } = await messages(session)
      expect(found[0]?.tool_calls).toMatchObject([{ tool_name: 'write_file', status: 'pending', tool_id: expect.any(String) }])
      return found
    }, WAIT)
    expect(JSON.stringify(shown)).not.toContain(SECRET_TEXT)
    expect(shown[1]?.content).toMatch(/^call with /)
    await server.call('cancelTurn', { ...asOperator(), params: { ...p(), t: turn_id } })
    expect((await messages(session)).messages[0]?.tool_calls).toMatchObject([{ status: 'cancelled' }])
  })
})

describe('a turn', () => {
  test('is stopped once', async () => {
    const { turn_id: t } = (await send('call', await openSession())).json
    const cancel = () => server.call('cancelTurn', { ...asOperator(), params: { ...p(), t } })
    expect(await cancel()).toMatchObject({ status: 200, json: { turn: { status: 'stopped', error: 'You stopped it.' } } })
    expect(await cancel()).toMatchObject({
      status: 409,
      json: { error_code: 'ALREADY_SETTLED', error: expect.stringContaining('stopped') },
    })
    expect((await server.call('cancelTurn', { ...asOperator(), params: { ...p(), t: randomUUID() } })).status).toBe(404)
  })

  test('has what the model has said of the step under way, masked, until the step is on record', async () => {
    const { turn_id: t } = (await send('go', await openSession({ model: 'halting' }))).json
    const { partial } = await vi.waitFor(async () => {
      const found = await getTurn(t)
      expect(found.partial).not.toBeNull()
      return found
    }, WAIT)
    expect(partial).toMatchObject({ step: 0, offset: 0, next: `One half with ${SECRET_TEXT}, `.length })
    expect(partial.text).toMatch(/^One half with /)
    expect(partial.text).not.toContain(SECRET_TEXT)
    half.resolve()
    expect(await ended(t)).toMatchObject({ status: 'finished', partial: null })
  })

  test('stops with its session', async () => {
    const s = await openSession()
    const { turn_id } = (await send('call', s)).json
    await server.call('deleteSession', { ...asOperator(), params: { ...p(), s } })
    expect(await getTurn(turn_id)).toMatchObject({ status: 'stopped', error: 'the session ended' })
  })
})

describe('models', () => {
  test('are listed, the default marked', async () => {
    expect((await server.call('listModels', asOperator())).json.models).toEqual([
      { name: 'echo', provider: 'test', is_default: true },
      { name: 'other', provider: 'built in', is_default: false },
      { name: 'halting', provider: 'test', is_default: false },
    ])
  })

  test('are chosen by a session, and an unknown one is refused', async () => {
    const { turn_id } = (await send('what?', await openSession({ model: 'other' }))).json
    expect(await ended(turn_id)).toMatchObject({ model: 'other', status: 'finished' })
    const reply = await server.call('createSession', { ...asOperator(), params: p(), body: { model: 'nobody' } })
    expect(reply).toMatchObject({ status: 400, json: { error_code: 'INVALID_ARGUMENTS', error: expect.stringContaining('nobody') } })
  })
})

test('the stream tells of a conversation in order; pieces of text have no id; who comes back gets the rest', async () => {
  const { token } = asOperator()
  await using reader = await EventReader.open(server, { project: world.ids.p, token })
  const { turn_id } = (await send('hello', await openSession())).json
  const isMine = ({ data }: { data: { turn_id?: string } }) => data.turn_id === turn_id
  await reader.until((event) => isMine(event) && event.data.status === 'finished')
  const mine = reader.events.filter(isMine)
  expect(mine.map(({ type, id, data }) => [type, data.role ?? data.status ?? data.text, id !== null])).toEqual([
    ['chat.message', 'user', true],
    ['chat.turn', 'started', true],
    ['chat.delta', 'You said: hello', false],
    ['chat.message', 'assistant', true],
    ['chat.turn', 'finished', true],
  ])
  await using later = await EventReader.open(server, { project: world.ids.p, token, lastEventId: mine[1]?.id ?? undefined })
  await later.until((event) => isMine(event) && event.data.status === 'finished')
  expect(later.events.filter(isMine)).toEqual(mine.slice(3))
  expect(mine.map(({ data }) => data.step)).toEqual([undefined, undefined, 0, 0, undefined])
})
