import { McpServer } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { type Connecting, createConnections } from './connections.ts'

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const connecting = (id: string, ended: string[] = []): Connecting => ({
  id,
  server: new McpServer({ name: 'x', version: '1' }, { capabilities: { tools: {} } }),
  onEnd: async () => void ended.push(id),
})

const request = (id: string, method = 'POST') => new Request('http://localhost/', { method, headers: { ...HEADERS, 'mcp-session-id': id } })

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test('a session that was forgotten is connected again and goes on, as often as it comes', async () => {
  const connections = createConnections(1)
  for (const id of ['first', 'second', 'first']) {
    expect(connections.find(id)).toBeUndefined()
    const exchange = await connections.reconnect(connecting(id), '2025-11-25')
    const response = await exchange(request(id), LIST)
    expect({ status: response.status, text: await response.text() }).toMatchObject({
      status: 200,
      text: expect.stringContaining('"tools":[]'),
    })
  }
  await connections.close()
  expect(connections.find('first')).toBeUndefined()
})

test('the one that was used longest ago is forgotten first', async () => {
  const connections = createConnections(2)
  await connections.connect(connecting('a'))
  await connections.connect(connecting('b'))
  connections.find('a')
  await connections.connect(connecting('c'))
  expect(['a', 'b', 'c'].map((id) => connections.find(id) !== undefined)).toEqual([true, false, true])
  await connections.close()
})

test('a client that deletes its session ends it once; being forgotten ends nothing', async () => {
  const ended: string[] = []
  const connections = createConnections()
  const exchange = await connections.reconnect(connecting('deleted', ended), null)
  await connections.reconnect(connecting('dropped', ended), null)
  await connections.drop('dropped')
  expect((await exchange(request('deleted', 'DELETE'))).status).toBe(200)
  expect(ended).toEqual(['deleted'])
  expect(connections.find('deleted')).toBeUndefined()
})

test('an answer to a question that an earlier connection of the session asked is none to another question', async () => {
  const replies: unknown[] = []
  const asking = async (): Promise<{ readonly exchange: Awaited<ReturnType<typeof connections.reconnect>>; readonly id: string }> => {
    const { server, ...others } = connecting('asking')
    const { server: protocol } = server as McpServer
    const exchange = await connections.reconnect({ ...others, server }, '2025-11-25')
    const stream = (await exchange(request('asking', 'GET'))).body?.pipeThrough(new TextDecoderStream()).getReader()
    protocol.request({ method: 'ping' }).then(
      (reply) => replies.push(reply),
      () => undefined,
    )
    const { value = '' } = (await stream?.read()) ?? {}
    return { exchange, id: (JSON.parse(/^data: (.+)$/m.exec(value)?.[1] ?? '{}') as { id: string }).id }
  }
  const connections = createConnections()
  const before = await asking()
  await connections.drop('asking')
  const after = await asking()
  for (const id of [before.id, 0, '0', after.id]) {
    expect(replies).toEqual([])
    expect((await after.exchange(request('asking'), { jsonrpc: '2.0', id, result: {} })).status).toBe(202)
  }
  await expect.poll(() => replies).toEqual([{}])
  await connections.close()
})
