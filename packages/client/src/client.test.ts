import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { startLoopbackServer } from '../../test-kit/src/servers/loopback-server.ts'
import { type ClientOptions, createClient } from './client.ts'
import { ServerUnreachable } from './routes/connection.ts'

const project = '01890000-0000-7000-8000-000000000001'
const tool = '01890000-0000-7000-8000-000000000002'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

async function serve(answer: (response: ServerResponse, seen: Seen) => void, options: Partial<ClientOptions> = {}) {
  const requests: Seen[] = []
  const server = await startLoopbackServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const seen: Seen = { method, url, headers, body: await text(request) }
    requests.push(seen)
    answer(response, seen)
  })
  return { ...server, requests, client: createClient({ url: `${server.url}/`, token: 'secret-token', ...options }) }
}

const answerWith =
  (view: object, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status).end(JSON.stringify(view))

describe('a call of a route', () => {
  test('fills in path, query, body and token', async () => {
    await using server = await serve(answerWith({ success: true, output: '', next: 0, complete: true }))
    await server.client.getOutput({ params: { p: project, id: tool }, query: { after: 7 } })
    await server.client.cancelExecution({ params: { p: project, id: tool } })
    await server.client.execute({ body: { tool_name: 'read_file', tool_params: { path: 'ä' } } })
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        url: `/my/projects/${project}/tools/${tool}/output?after=7`,
        body: '',
        headers: { authorization: 'Bearer secret-token' },
      },
      { method: 'POST', url: `/my/projects/${project}/tools/${tool}/cancel`, body: '' },
      { method: 'POST', url: '/my/tools/execute', body: '{"tool_name":"read_file","tool_params":{"path":"ä"}}' },
    ])
    expect(server.requests[1]?.headers['content-type']).toBeUndefined()
    expect(server.requests[2]?.headers['content-type']).toBe('application/json')
  })

  test('cannot be led to another path by a parameter', async () => {
    await using server = await serve(answerWith({ success: true }))
    await server.client.getProject({ params: { p: '../../admin?x=1#' } })
    expect(server.requests[0]?.url).toBe('/my/projects/..%2F..%2Fadmin%3Fx%3D1%23')
  })

  test('leaves out what is undefined in a query', async () => {
    await using server = await serve(answerWith({ success: true, executions: [] }))
    await server.client.history({ query: { limit: 5, cursor: undefined } })
    expect(server.requests[0]?.url).toBe('/my/tools/history?limit=5')
  })

  test('takes a token that changes', async () => {
    let token: string | undefined
    await using server = await serve(answerWith({ success: true }), { token: () => token })
    await server.client.health()
    token = 'later'
    await server.client.health()
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer later'])
  })

  test('gives text and bytes as they are', async () => {
    const bytes = Buffer.from([0, 255, 1, 2])
    await using server = await serve((response, { url }) => void response.end(url === '/metrics' ? 'a 1\n' : bytes))
    expect(await server.client.metrics()).toBe('a 1\n')
    expect(Buffer.from(await server.client.getBody({ params: { p: project, sha256: 'ab'.repeat(32) } }))).toEqual(bytes)
  })

  test('holds a reply against its schema where that is asked for', async () => {
    await using server = await serve(answerWith({ success: true, status: 'ill' }), { validation: 'full' })
    await expect(server.client.health()).rejects.toThrow()
  })
})

describe('what goes wrong', () => {
  test('an error reply becomes a failure with code, status, details and request id', async () => {
    const view = {
      success: false,
      error: 'Command not allowed: rm',
      error_code: 'COMMAND_NOT_ALLOWED',
      details: { command: 'rm' },
      request_id: 'r7',
    }
    await using server = await serve((response) => void response.writeHead(403, { 'retry-after': '3' }).end(JSON.stringify(view)))
    await expect(server.client.health()).rejects.toMatchObject({
      name: 'Failure',
      code: 'COMMAND_NOT_ALLOWED',
      http: 403,
      message: 'Command not allowed: rm',
      details: { subject: 'rm', command: 'rm' },
      request_id: 'r7',
      retryAfterSeconds: 3,
    })
  })

  test('a code of a newer server is INTERNAL with the words of the server', async () => {
    await using server = await serve(
      answerWith({ success: false, error: 'Too hot', error_code: 'MELTED', details: {}, request_id: '' }, 418),
    )
    await expect(server.client.health()).rejects.toMatchObject({ code: 'INTERNAL', http: 418, message: 'Too hot' })
  })

  test.each([
    ['a page of a proxy', 502, '<html>'],
    ['a success that is not JSON', 200, 'hello'],
    ['a list', 200, '[]'],
  ])('%s is no answer of the server', async (_, status, text) => {
    await using server = await serve((response) => void response.writeHead(status).end(text))
    await expect(server.client.health()).rejects.toMatchObject({ name: 'ServerUnreachable', status })
  })

  test('no server, and a reply that is cut, are told apart from refusals', async () => {
    await using server = await serve((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"success":')
      setTimeout(() => response.destroy(), 10)
    })
    await expect(server.client.health()).rejects.toThrow(ServerUnreachable)
    await expect(createClient({ url: 'http://127.0.0.1:9' }).health()).rejects.toThrow(ServerUnreachable)
  })

  test('an abort is an abort, not an unreachable server', async () => {
    await using server = await serve(() => undefined)
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(new Error('enough')), 20)
    await expect(server.client.health({ signal: stopping.signal })).rejects.toThrow('enough')
  })
})

test('long texts are stored first and replaced by references', async () => {
  const stored = new Map<string, string>()
  await using server = await serve((response, { body }) => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    stored.set(sha256, body)
    response.end(JSON.stringify({ success: true, sha256 }))
  })
  const long = 'ä'.repeat(10_000)
  const params = { path: 'a.md', content: long, list: ['short', long], number: 1, nothing: null }
  const sha = createHash('sha256').update(long).digest('hex')
  expect(await server.client.withBodies({ projectId: project, params })).toEqual({
    path: 'a.md',
    content: { $body: sha },
    list: ['short', long],
    number: 1,
    nothing: null,
  })
  expect(stored.get(sha)).toBe(long)
  expect(server.requests[0]).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/octet-stream' } })
})
