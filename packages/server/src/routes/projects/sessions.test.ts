import type { Model } from '@countersign/agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, tokenOf } from '../../../test/test-server.ts'
import { makeWorld, type World } from '../../../test/world.ts'

/** Fails on request; one model has prices, the other has none. */
const model = (name: string, prices?: Model['prices']): Model => ({
  name,
  provider: 'test',
  prices,
  step: async ({ conversation }) => {
    if (JSON.stringify(conversation.at(-1)).includes('break')) throw new Error('broken')
    return { content: 'Done.', calls: [], provider: null, inputTokens: 1_000, outputTokens: 500 }
  },
})

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer({ models: [model('priced', { input: 3, output: 15, currency: 'USD' }), model('free')] })
  world = await makeWorld(server, 'alice', { empty: true })
})
afterAll(() => server[Symbol.asyncDispose]())

const call = async (route: Parameters<TestServer['call']>[0], params: Record<string, string> = {}, more: object = {}) =>
  server.call(route, { token: world.tokens.operator, params: { p: world.ids.p, ...params }, ...more })
const open = async (body: object = {}): Promise<string> => (await call('createSession', {}, { body })).json.session.id
const send = async (content: string, session_id: string): Promise<string> =>
  (await call('sendMessage', {}, { body: { content, session_id } })).json.turn_id
const ended = async (t: string) => {
  await expect.poll(async () => (await call('getTurn', { t })).json.turn.status, { timeout: 30_000 }).not.toBe('running')
  return (await call('getTurn', { t })).json.turn
}
const list = async (query = ''): Promise<string[]> =>
  (await call('listSessions', {}, { query })).json.sessions.map(({ id }: { id: string }) => id)

describe('a session', () => {
  test('is called after its first message, unless it has a title', async () => {
    const [untitled, titled] = [await open(), await open({ title: 'Mine' })]
    const content = `  Look at ${'the code '.repeat(20)}\nand mend it`
    await ended(await send(content, untitled))
    await ended(await send('another', untitled))
    await ended(await send(content, titled))
    const { title } = (await call('getSession', { s: untitled })).json.session
    expect(title).toMatch(/^Look at the code .*…$/)
    expect([...title]).toHaveLength(80)
    expect((await call('getSession', { s: titled })).json.session.title).toBe('Mine')
  })

  test('is renamed, and another model answers from then on', async () => {
    const s = await open()
    const changed = await call('patchSession', { s }, { body: { title: ' A better title ', model: 'free' } })
    expect(changed.json.session).toMatchObject({ title: 'A better title', model: 'free' })
    expect(await ended(await send('hello', s))).toMatchObject({ model: 'free', cost: null })
    expect((await call('patchSession', { s }, { body: { model: null } })).json.session).toMatchObject({
      model: null,
      title: 'A better title',
    })
    expect((await call('patchSession', { s }, { body: { model: 'nobody' } })).json).toMatchObject({ error_code: 'INVALID_ARGUMENTS' })
    const stranger = tokenOf(['operator'], { sub: 'mallory' })
    const params = { p: world.ids.p, s }
    expect((await server.call('patchSession', { token: stranger, params, body: { title: 'x' } })).status).toBe(404)
  })

  test('tells what its turns have used and cost, as far as the prices are known', async () => {
    const s = await open()
    const turn = await ended(await send('one', s))
    expect(turn.cost).toEqual({ amount: 0.0105, currency: 'USD' })
    await ended(await send('two', s))
    const usage = async () => (await call('getSession', { s })).json.session.usage
    expect(await usage()).toEqual({ turns: 2, input_tokens: 2_000, output_tokens: 1_000, cost: { amount: 0.021, currency: 'USD' } })
    await call('patchSession', { s }, { body: { model: 'free' } })
    await ended(await send('three', s))
    expect(await usage()).toMatchObject({ turns: 3, cost: null })
    expect((await call('listModels')).json.models).toEqual([
      { name: 'priced', provider: 'test', is_default: true, input_price: 3, output_price: 15, currency: 'USD' },
      { name: 'free', provider: 'test', is_default: false },
    ])
  })
})

describe('sessions are found', () => {
  test('by words of the title or of a message, in any case and script', async () => {
    const [byTitle, byMessage, other] = [await open({ title: 'Платежи' }), await open({ title: 'x' }), await open({ title: 'y' })]
    await ended(await send('Почини ПЛАТЕЖИ, please', byMessage))
    expect((await list('?search=%D0%BF%D0%BB%D0%B0%D1%82%D0%B5%D0%B6')).toSorted()).toEqual([byTitle, byMessage].toSorted())
    expect(await list('?search=nothing-like-it')).toEqual([])
    expect(await list()).toContain(other)
  })

  test('by agent and by whether they are open, page by page', async () => {
    const s = await open()
    await call('deleteSession', { s })
    expect(await list('?open=true')).not.toContain(s)
    expect(await list('?open=false')).toEqual([s])
    expect(await list('?agent=nobody')).toEqual([])
    const all = await list('?agent=assistant')
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const { json } = await call('listSessions', {}, { query: `?limit=2${cursor}` })
      paged.push(...json.sessions.map(({ id }: { id: string }) => id))
      if (!json.next_cursor) break
      cursor = `&cursor=${json.next_cursor}`
    }
    expect(paged).toEqual(all)
  })
})

describe('a turn', () => {
  test('that failed is tried again as a new turn of its session', async () => {
    const s = await open()
    const failed = await send('break it', s)
    expect(await ended(failed)).toMatchObject({ status: 'failed' })
    const again = await call('retryTurn', { t: failed })
    expect(again).toMatchObject({ status: 202, json: { session_id: s } })
    expect(again.json.turn_id).not.toBe(failed)
    await ended(again.json.turn_id)
    const { messages } = (await call('listMessages', { s })).json
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(['break it', 'break it'])
  })

  test('is not tried again once its session has ended', async () => {
    const s = await open()
    const t = await send('one', s)
    await ended(t)
    await call('deleteSession', { s })
    expect((await call('retryTurn', { t })).status).toBe(404)
  })
})
