import { ROUTES, type RouteName } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProject, startTestServer, type TestServer, tokenOf } from '../../test/test-server.ts'
import { makeWorld } from '../../test/world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

test('every route has a handler', async () => {
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const params = { p: 'x', id: 'x', a: 'x', s: 'x', g: 'x', sha256: 'x' }
    expect((await server.call(name, { params })).json?.error ?? '', name).not.toBe('Not found: route')
  }
})

test('health and readiness are open to all', async () => {
  expect((await server.call('health')).json).toEqual({ success: true, status: 'ok', version: '0.1.0' })
  expect((await server.call('ready')).json).toEqual({ success: true, status: 'ready' })
})

describe('the OpenAPI document', () => {
  test('describes every route, and every reference in it leads somewhere', async () => {
    const { json } = await server.send({ path: '/openapi.json' })
    expect(json.openapi).toBe('3.1.0')
    const operations = Object.values(json.paths as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
      Object.values(path),
    )
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(ROUTES).sort())
    for (const [, reference = ''] of JSON.stringify(json).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(
        reference
          .split('/')
          .slice(1)
          .reduce((part, key) => part?.[key], json),
        reference,
      ).toBeDefined()
    }
  })

  test('names every parameter of a path', async () => {
    const { json } = await server.send({ path: '/openapi.json' })
    for (const [path, operations] of Object.entries(
      json.paths as Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>,
    )) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
      for (const { parameters = [] } of Object.values(operations)) {
        expect(
          parameters
            .filter((parameter) => parameter.in === 'path')
            .map(({ name }) => name)
            .sort(),
          path,
        ).toEqual(inPath)
      }
    }
  })
})

test('metrics count calls and requests', async () => {
  const { tokens, ids } = await makeWorld(server, 'alice')
  await server.call('reject', { token: tokens.operator, params: { p: ids.p, a: ids.a }, body: {} })
  const { text, headers } = await server.call('metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(text).toMatch(/countersign_calls_total\{tool="execute_command",risk="MEDIUM",status="rejected"\} 1/)
  expect(text).toMatch(/countersign_http_request_duration_seconds_count\{route="execute",status="200"\}/)
  expect(text).toContain('countersign_decision_duration_seconds_count{decision="rejected"')
  expect(text).toContain('countersign_streams_open 0')
})

test('metrics are for an administrator where they were asked for through a proxy', async () => {
  const from = (token?: string) => server.call('metrics', { token, headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect((await from()).status).toBe(401)
  expect((await from(tokenOf(['operator']))).status).toBe(403)
  expect((await from(tokenOf(['admin']))).status).toBe(200)
})

test('the audit shows the log of every project, page by page, to an administrator', async () => {
  const token = tokenOf(['admin'], { sub: 'root' })
  await makeWorld(server, 'zoe')
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await server.call('audit', { token, query: `?limit=5${cursor}` })
    seen.push(...json.events.map((row: { project_id: string; seq: number }) => `${row.project_id} ${row.seq}`))
    if (!json.next_cursor) break
    cursor = `&cursor=${json.next_cursor}`
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThan(5)
  expect((await server.call('audit', { token, query: '?cursor=nonsense' })).status).toBe(400)
})

test('a policy check says what would happen, and nothing happens', async () => {
  const p = await makeProject(server)
  const check = async (tool_name: string, tool_params: object) =>
    (await server.call('checkPolicy', { token: tokenOf(['agent'], { project: p }), params: { p }, body: { tool_name, tool_params } })).json
  expect(await check('read_file', { path: 'a.txt' })).toMatchObject({ decision: 'allow', risk: 'LOW' })
  expect(await check('write_file', { path: 'a.txt', content: '' })).toMatchObject({ decision: 'ask', risk: 'MEDIUM' })
  expect(await check('execute_command', { command: 'rm' })).toMatchObject({ decision: 'deny', code: 'COMMAND_NOT_ALLOWED' })
  expect((await server.call('history', { token: tokenOf(['operator']), query: `?project_id=${p}` })).json.executions).toEqual([])
})

test('a body is stored and fetched by its hash, in its own project only', async () => {
  const p = await makeProject(server)
  const token = tokenOf(['operator'])
  const bytes = Buffer.from([0, 1, 2, 255])
  const { json } = await server.call('putBody', {
    token,
    params: { p },
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const fetched = await fetch(`${server.running.url}/my/projects/${p}/bodies/${json.sha256}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(new Uint8Array(bytes))
  const elsewhere = await makeProject(server)
  expect((await server.call('getBody', { token, params: { p: elsewhere, sha256: json.sha256 } })).status).toBe(404)
})

test('the tools that a runner does not have are not offered', async () => {
  const p = await makeProject(server)
  const token = tokenOf(['agent'], { project: p })
  const { json } = await server.call('availableTools', { token, params: { p } })
  expect(json.total_count).toBe(json.tools.length)
  expect(json.tools).toContainEqual(expect.objectContaining({ name: 'write_file', requires_approval: true, timeout_seconds: 300 }))
  expect((await server.call('listProcesses', { token: tokenOf(['operator']), params: { p } })).json.processes).toEqual([])
})
