// Everything one user can have: a project with a runner, a session, a waiting approval, a question, a grant, a turn and a stored
// body.
import { randomUUID } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { makeProject, startTestServer, type TestServer, tokenOf } from './test-server.ts'

export interface World {
  /** By the parameter names in the paths of routes. */
  readonly ids: {
    readonly p: string
    readonly s: string
    readonly id: string
    readonly a: string
    readonly q: string
    readonly g: string
    readonly t: string
    readonly d: string
    readonly sha256: string
  }
  readonly runner: string
  readonly tokens: { readonly operator: string; readonly agent: string; readonly runner: string }
}

export const TOOLS = ['read_file', 'write_file', 'execute_command', 'list_directory']

export async function makeWorld(server: TestServer, sub: string, { empty = false } = {}): Promise<World> {
  const p = await makeProject(server, sub)
  const runner = randomUUID()
  const tokens = {
    operator: tokenOf(['operator'], { sub }),
    agent: tokenOf(['agent'], { sub, project: p, agent: 'tester' }),
    runner: tokenOf(['runner'], { sub, project: p }),
  }
  const world = {
    ids: {
      p,
      s: randomUUID(),
      id: randomUUID(),
      a: randomUUID(),
      q: randomUUID(),
      g: randomUUID(),
      t: randomUUID(),
      d: randomUUID(),
      sha256: '0'.repeat(64),
    },
    runner,
    tokens,
  }
  return empty ? world : fill(server, world)
}

/** One server with one user for all tests of a file, stopped after the last. */
export async function shareWorld(sub: string): Promise<{ readonly server: TestServer; readonly world: World }> {
  const server = await startTestServer()
  afterAll(() => server[Symbol.asyncDispose]())
  return { server, world: await makeWorld(server, sub) }
}

async function fill(server: TestServer, world: World): Promise<World> {
  const { tokens } = world
  const { p } = world.ids
  await sayHello(server, world)
  const first = await callTool(server, world, { command: 'git', args: ['commit', '-m', 'one'] })
  const scope = { decision: 'approved', scope: 'session' }
  await server.call('approve', { token: tokens.operator, params: { p, a: first.approval_id }, body: scope })
  const { json } = await server.call('listGrants', { token: tokens.operator, params: { p } })
  await server.call('revokeGrant', { token: tokens.operator, params: { p, g: json.grants[0].id } })
  const waiting = await callTool(server, world, { command: 'git', args: ['commit', '-m', 'two'] })
  const question = await callTool(server, world, { message: 'Shall I?', actions: ['yes', 'no'] }, 'prompt_user')
  const sent = await server.call('sendMessage', { token: tokens.operator, params: { p }, body: { content: 'list files' } })
  const octets = { 'content-type': 'application/octet-stream' }
  const stored = await server.call('putBody', { token: tokens.operator, params: { p }, body: 'some bytes', headers: octets })
  const ids = {
    p,
    s: waiting.session_id,
    id: waiting.tool_id,
    a: waiting.approval_id,
    q: question.approval_id,
    g: json.grants[0].id,
    t: sent.json.turn_id,
    // Only a local server has devices.
    d: world.ids.d,
    sha256: stored.json.sha256,
  }
  return { ...world, ids }
}

export async function sayHello(server: TestServer, { ids, runner, tokens }: World): Promise<void> {
  const body = helloOf(runner)
  const reply = await server.call('hello', { token: tokens.runner, params: { p: ids.p }, body })
  expect(reply.json).toMatchObject({ success: true, holds_lease: true })
}

export const helloOf = (runner: string) => ({
  runner_id: runner,
  protocol_version: 1,
  tools: TOOLS,
  isolation: 'sandbox',
  platform: 'test',
  workspace: '/workspace',
  attempts: [],
})

export async function callTool(server: TestServer, { tokens }: World, tool_params: object, tool_name = 'execute_command') {
  const reply = await server.call('execute', { token: tokens.agent, body: { tool_name, tool_params, wait_seconds: 0 } })
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}
