// The connection itself: who may open it, how it handles unreadable messages, and how it ends.
import { LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { refusedUpgrade, SocketClient } from '../../../test-kit/src/clients/socket-client.ts'
import { pause } from '../../../test-kit/src/wait.ts'
import { makeProject, startTestServer, tokenOf } from '../../test/test-server.ts'
import { makeWorld, shareWorld } from '../../test/world.ts'

const { server, world } = await shareWorld('alice')

const asAgent = () => SocketClient.open(server, { project: world.ids.p, token: world.tokens.agent })
const asOperator = () => SocketClient.open(server, { project: world.ids.p, token: world.tokens.operator })

describe('an upgrade', () => {
  test.each([
    ['without a token', { token: undefined }, 401, 'UNAUTHORIZED'],
    ['with garbage for a token', { token: 'garbage' }, 401, 'UNAUTHORIZED'],
    ['with an expired token', { token: tokenOf(['operator'], { seconds: -1 }) }, 401, 'UNAUTHORIZED'],
    ['of an admin', { token: tokenOf(['admin']) }, 403, 'FORBIDDEN'],
    ['of another user', { token: tokenOf(['operator'], { sub: 'mallory' }) }, 404, 'NOT_FOUND'],
    ['from another site', { token: tokenOf(['operator']), headers: { origin: 'http://evil.example' } }, 403, 'FORBIDDEN'],
    ['to another host', { token: tokenOf(['operator']), headers: { host: 'evil.example' } }, 421, 'FORBIDDEN'],
    ['to what is no project', { token: tokenOf(['operator']), project: 'x' }, 400, 'INVALID_ARGUMENTS'],
  ])('%s is refused in words', async (_, options, status, error_code) => {
    const refused = await refusedUpgrade(server, { project: world.ids.p, ...options })
    expect(refused).toMatchObject({ status, body: { success: false, error_code } })
  })

  test('of the own page is accepted', async () => {
    const headers = { origin: `http://127.0.0.1:${server.port}` }
    await using client = await SocketClient.open(server, { project: world.ids.p, token: world.tokens.operator, headers })
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })

  test('takes the token of a browser as a subprotocol, and does not repeat it', async () => {
    const protocols = ['codelab', `bearer.${world.tokens.operator}`]
    await using client = await SocketClient.open(server, { project: world.ids.p, protocols })
    expect(client.socket.protocol).toBe('codelab')
    const bad = await refusedUpgrade(server, { project: world.ids.p, protocols: ['codelab', 'bearer.garbage'] })
    expect(bad.status).toBe(401)
  })

  test('a plain request is told what to do', async () => {
    const reply = await server.call('socket', { token: world.tokens.operator, params: world.ids })
    expect(reply).toMatchObject({ status: 426, json: { error_code: 'INVALID_ARGUMENTS' } })
  })

  test('that is meant for another route is a plain request there', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
    const body = { name: 'made with an upgrade header' }
    expect((await server.call('createProject', { token: world.tokens.operator, headers, body })).status).toBe(200)
    const websocket = { connection: 'Upgrade', upgrade: 'websocket' }
    expect((await server.send({ path: '/health', headers: websocket })).status).toBe(200)
  })
})

const call = (more: object) => JSON.stringify({ type: 'tool_call', call_id: 'c', tool_name: 'read_file', args: { path: 'a' }, ...more })

/** Texts that are not messages: broken JSON, wrong shapes, wrong types of every field. */
function malformed(): string[] {
  const wrong = [null, 7, true, [], {}, '']
  const fields = { type: ['nothing', ...wrong], call_id: [...wrong, 'x'.repeat(201)], tool_name: wrong, args: [null, 7, 'x', []] }
  const calls = Object.entries(fields).flatMap(([field, values]) => values.map((value) => call({ [field]: value })))
  const broken = ['', ' ', '{', '}', '{"type"', 'nonsense', 'null', '[]', '7', '"tool_call"', '{}', '\u0000', '{"type":"tool_call"}']
  const others = ['user_message', 'assistant_message', 'tool_result', 'hitl_decision', 'error'].map((type) =>
    JSON.stringify({ type, call_id: 'c' }),
  )
  return [...broken, ...calls, ...others, '['.repeat(100_000), `{"type":"tool_call","args":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`]
}

describe('what cannot be read', () => {
  test('is answered with an error, one each, and the connection stays', async () => {
    await using client = await asOperator()
    await client.settled()
    const texts = malformed()
    expect(texts.length).toBeGreaterThan(40)
    for (const text of texts) client.socket.send(text)
    for (const text of texts) {
      const answer = await client.next()
      expect(answer, text.slice(0, 200)).toMatchObject({ type: 'error', error: { code: 'INVALID_ARGUMENTS', message: expect.any(String) } })
    }
    expect(client.closed).toBeUndefined()
  })

  test('may be binary', async () => {
    await using client = await asAgent()
    client.socket.send(Buffer.from(call({})))
    expect(await client.next()).toMatchObject({ type: 'error', error: { message: expect.stringContaining('not binary') } })
  })

  test('names the call it was about', async () => {
    await using client = await asAgent()
    client.socket.send(call({ call_id: 'mine', args: 7 }))
    expect(await client.next()).toMatchObject({ type: 'error', call_id: 'mine' })
  })

  test.each([
    ['nested 200,000 deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'nested deeper than'],
    ['of a number that is infinite', '1e400', 'too large'],
  ])('may be a value %s: that is said, with the call', async (_, value, words) => {
    await using client = await asAgent()
    client.socket.send(call({ call_id: 'mine', args: { path: 0 } }).replace('"path":0', () => `"path":${value}`))
    const error = { code: 'INVALID_ARGUMENTS', message: expect.stringContaining(words) }
    expect(await client.next()).toMatchObject({ type: 'error', call_id: 'mine', error })
  })

  test('ends the connection where it breaks WebSocket itself: a frame over 10 MB is 1009', async () => {
    await using client = await asAgent()
    client.socket.send('x'.repeat(LIMITS.maxFrameBytes + 1))
    expect(await client.ended()).toMatchObject({ code: 1009 })
  })

  test('of 10 MB exactly is read', async () => {
    await using client = await asAgent()
    client.socket.send('x'.repeat(LIMITS.maxFrameBytes))
    expect(await client.next()).toMatchObject({ type: 'error', error: { code: 'INVALID_ARGUMENTS' } })
    expect(client.closed).toBeUndefined()
  })
})

test('the first message of each side names the version of the protocol', async () => {
  await using client = await asAgent()
  client.socket.send(call({ protocol_version: '1.0', tool_name: 'nothing' }))
  expect(await client.next()).toMatchObject({ type: 'tool_result', protocol_version: '2.0' })
  client.socket.send(call({ call_id: 'd', tool_name: 'nothing' }))
  expect(await client.next()).not.toHaveProperty('protocol_version')
})

test('a version that is not spoken here is refused, and the connection ends', async () => {
  await using client = await asAgent()
  client.socket.send(call({ protocol_version: '3.0' }))
  expect(await client.next()).toMatchObject({ type: 'error', error: { message: expect.stringContaining('update the older side') } })
  expect(await client.ended()).toMatchObject({ code: 1002 })
})

test('a token that expires ends the connection', async () => {
  const token = tokenOf(['operator'], { seconds: 1 })
  await using client = await SocketClient.open(server, { project: world.ids.p, token })
  expect(await client.ended()).toEqual({ code: 1008, reason: 'the token has expired' })
})

test('a deleted project ends its connections', async () => {
  const project = await makeProject(server)
  await using client = await SocketClient.open(server, { project, token: world.tokens.operator })
  expect((await server.call('deleteProject', { token: world.tokens.operator, params: { p: project } })).status).toBe(200)
  expect(await client.ended()).toMatchObject({ code: 1008 })
})

describe('a connection of a server that pings often', () => {
  const openBeating = async (more: { autoPong?: boolean } = {}) => {
    const beating = await startTestServer({ settings: { stream_heartbeat_seconds: 0.2 } })
    const { ids, tokens } = await makeWorld(beating, 'alice')
    return { beating, client: await SocketClient.open(beating, { project: ids.p, token: tokens.operator, ...more }) }
  }
  const countPings = ({ socket }: SocketClient) => {
    let pings = 0
    socket.on('ping', () => {
      pings += 1
    })
    return () => pings
  }

  test('is kept while it is quiet, and dropped if it answers no ping', async () => {
    const { beating, client } = await openBeating()
    await using _ = beating
    const pings = countPings(client)
    await expect.poll(pings).toBeGreaterThan(2)
    expect(client.closed).toBeUndefined()
    client.socket.pause()
    const streams = async () => (await beating.send({ path: '/metrics' })).text.match(/streams_open (\d+)/)?.[1]
    await expect.poll(streams).toBe('0')
    client.socket.terminate()
  })

  test('is kept while a long message arrives slowly, though no ping is answered before its end', async () => {
    const { beating, client } = await openBeating({ autoPong: false })
    await using _ = beating
    const pings = countPings(client)
    while (pings() < 4) {
      client.socket.send(' ', { fin: false })
      await pause(20)
    }
    client.socket.send('x')
    const error = { code: 'INVALID_ARGUMENTS', message: expect.any(String) }
    expect(await client.take(({ type }) => type === 'error')).toMatchObject({ error })
    client.socket.terminate()
  })
})

test('a server that stops says so', async () => {
  const stopping = await startTestServer()
  const project = await makeProject(stopping)
  const client = await SocketClient.open(stopping, { project, token: tokenOf(['operator']) })
  const silent = await SocketClient.open(stopping, { project, token: tokenOf(['operator']) })
  silent.socket.pause()
  await stopping[Symbol.asyncDispose]()
  expect(await client.ended()).toEqual({ code: 1001, reason: 'the server stops' })
  silent.socket.terminate()
})
