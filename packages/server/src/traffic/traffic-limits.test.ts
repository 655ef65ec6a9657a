// Streams, sockets, MCP connections and waits end when their token expires, by their own timer and not by a heartbeat.
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../../client/src/index.ts'
import { open } from '../../../test-kit/src/clients/http.ts'
import { SocketClient } from '../../../test-kit/src/clients/socket-client.ts'
import { EventReader } from '../../test/event-reader.ts'
import { makeProject, startTestServer, type TestServer, tokenOf } from '../../test/test-server.ts'
import { createExpiries } from './traffic-limits.ts'

let server: TestServer
let project: string

beforeAll(async () => {
  server = await startTestServer({ settings: { stream_heartbeat_seconds: 60, mcp_wait_seconds: 600 } })
  project = await makeProject(server)
})
afterAll(() => server[Symbol.asyncDispose]())

const short = { seconds: 2 }
const ended = (response: IncomingMessage) =>
  new Promise((resolve) =>
    response
      .resume()
      .on('error', () => undefined)
      .once('close', resolve),
  )

test.each([['operator'], ['runner']] as const)('the event stream of a token (%s) ends with it, and says why', async (role) => {
  await using reader = await EventReader.open(server, { project, token: tokenOf([role], { project, ...short }) })
  const { id, data } = await reader.until(({ type }) => type === 'stream.ended', 30_000)
  expect([id, data.reason]).toEqual([null, 'token_expired'])
  expect(data.message).toContain('expired')
  await expect.poll(() => reader.response.destroyed).toBe(true)
})

test('a reader that does not read is cut off with its token', async () => {
  const path = `/my/projects/${project}/chat/stream`
  const response = await open(server.port, { path, token: tokenOf(['operator'], short) })
  response.pause()
  await expect.poll(async () => (await server.send({ path: '/metrics' })).text).toContain('countersign_streams_open 1')
  await expect.poll(async () => (await server.send({ path: '/metrics' })).text).toContain('countersign_streams_open 0')
  response.destroy()
})

test('a socket ends with its token', async () => {
  await using client = await SocketClient.open(server, { project, token: tokenOf(['operator'], short) })
  expect(await client.ended(30_000)).toEqual({ code: 1008, reason: 'the token has expired' })
})

test('a long wait ends with its token, with what there is until then', async () => {
  const body = { tool_name: 'read_file', tool_params: { path: 'a' }, wait_seconds: 60 }
  const reply = await server.call('execute', { token: tokenOf(['agent'], { project, ...short }), body })
  expect(reply.json).toMatchObject({ status: 'approved' })
})

test('MCP ends with its token: what listens, and a call that waits', async () => {
  const token = tokenOf(['agent'], { project, seconds: 4 })
  const path = `/my/projects/${project}/mcp`
  const accept = 'application/json, text/event-stream'
  const post = (body: object, headers: Record<string, string> = {}) =>
    open(server.port, { method: 'POST', path, token, headers: { accept, ...headers }, body: { jsonrpc: '2.0', ...body } })
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const begun = await post({ id: 1, method: 'initialize', params })
  const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']), 'mcp-protocol-version': '2025-06-18' }
  await post({ method: 'notifications/initialized' }, session)
  const call = { name: 'read_file', arguments: { path: 'a' } }
  const waiting = await post({ id: 2, method: 'tools/call', params: call }, session)
  const listening = await open(server.port, { path, token, headers: { accept: 'text/event-stream', ...session } })
  expect([waiting.statusCode, listening.statusCode]).toEqual([200, 200])
  await Promise.all([ended(waiting), ended(listening)])
})

test('a client that has a fresh token comes back with it and misses nothing', async () => {
  const tokens = [tokenOf(['operator'], short), tokenOf(['operator'])]
  const client = createClient({ url: server.running.url, token: () => tokens[0] })
  const changed = (path: string) =>
    server.call('filesChanged', { token: tokenOf(['runner'], { project }), params: { p: project }, body: { paths: [path] } })
  const stopping = new AbortController()
  const onOpen = (times: number) => void changed(`opened ${times}`)
  const paths: string[] = []
  for await (const event of client.events({ projectId: project, onOpen, signal: stopping.signal })) {
    if (event.type === 'stream.ended') tokens.shift()
    if (event.type === 'files.changed') paths.push(...event.data.paths)
    if (paths.includes('opened 1')) stopping.abort()
  }
  expect(paths).toEqual(['opened 0', 'opened 1'])
})

test('each ends when it is due, and nothing that has gone before', async () => {
  const expired: string[] = []
  const expiries = createExpiries({ now: Date.now })
  const expiring = (name: string, milliseconds: number) => ({ expiresAt: Date.now() + milliseconds, expire: () => void expired.push(name) })
  const gone = expiring('gone', 20)
  for (const one of [expiring('far', 10 ** 12), expiring('later', 60), gone, expiring('soon', 10), expiring('past', -5)]) expiries.add(one)
  expiries.delete(gone)
  await expect.poll(() => expired.toSorted()).toEqual(['later', 'past', 'soon'])
  expiries.stop()
})
