// MCP over plain HTTP: notifications from the server, limits, and what survives a stop of the server.
import { createParser } from 'eventsource-parser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { helloOf, makeWorld, sayHello, type World } from '../../../test/world.ts'
import type { ServerOptions } from '../../compose.ts'

let server: TestServer
let world: World

const start = async (options: Partial<ServerOptions> = {}): Promise<void> => {
  server = await startTestServer(options)
}

beforeEach(async () => {
  await start()
  world = await makeWorld(server, 'alice', { empty: true })
  await sayHello(server, world)
})

afterEach(() => server[Symbol.asyncDispose]())

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean }
}

const open = (method: string, session: string, message?: object): Promise<Response> =>
  fetch(`${server.running.url}/my/projects/${world.ids.p}/mcp`, {
    method,
    headers: {
      authorization: `Bearer ${world.tokens.agent}`,
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(message && { 'content-type': 'application/json' }),
      ...(session && { 'mcp-session-id': session }),
    },
    ...(message && { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
  })

async function initialize(): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const response = await open('POST', '', { id: 0, method: 'initialize', params })
  await response.text()
  return response.headers.get('mcp-session-id') ?? ''
}

async function firstMessage(response: Response): Promise<Message> {
  const found: Message[] = []
  const parser = createParser({ onEvent: ({ data }) => void found.push(JSON.parse(data) as Message) })
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    parser.feed(chunk)
    if (found[0]) return found[0]
  }
  throw new Error('the stream ended without a message')
}

const callTool = (session: string, name: string, args: object): Promise<Response> =>
  open('POST', session, { id: 1, method: 'tools/call', params: { name, arguments: args } })

test('a runner that comes with other tools is told of', async () => {
  const session = await initialize()
  const listening = firstMessage(await open('GET', session))
  const comeAgain = async (tools: readonly string[]): Promise<void> => {
    const call = { token: world.tokens.runner, params: { p: world.ids.p } }
    await server.call('heartbeat', { ...call, body: { runner_id: world.runner, leaving: true } })
    await server.call('hello', { ...call, body: { ...helloOf(world.runner), tools } })
  }
  await comeAgain(['read_file'])
  expect(await listening).toMatchObject({ method: 'notifications/tools/list_changed' })
})

test('too many calls are told as a tool error that says when to try again', async () => {
  await server[Symbol.asyncDispose]()
  await start({ settings: { calls_per_second: 1, call_burst: 2 } })
  world = await makeWorld(server, 'alice', { empty: true })
  const session = await initialize()
  const texts: string[] = []
  for (let count = 0; count < 3; count += 1)
    texts.push((await firstMessage(await callTool(session, 'nothing', {}))).result?.content[0]?.text ?? '')
  expect(texts[0]).toContain('Tool not found')
  expect(texts.at(-1)).toMatch(/too many/i)
})

test('a call that waits when the server stops still waits when it starts again', async () => {
  const session = await initialize()
  void callTool(session, 'execute_command', { command: 'git', args: ['commit', '-m', 'one'] }).catch(() => undefined)
  const executions = async () => {
    const { json } = await server.call('history', { token: world.tokens.operator, query: `?session_id=${session}` })
    return json.executions as { status: string; tool_id: string }[]
  }
  await expect.poll(executions).toMatchObject([{ status: 'awaiting_approval' }])
  await server.running.close()
  await start({ dataDir: server.dataDir })
  expect(await executions()).toMatchObject([{ status: 'awaiting_approval' }])
  expect((await open('DELETE', session)).status).toBe(200)
  expect(await executions()).toMatchObject([{ status: 'cancelled' }])
})
