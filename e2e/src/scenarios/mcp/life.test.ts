// The life of MCP connections: long waits, restarts of the server, and unauthorised clients.
import type { Approval, Session } from '@countersign/protocol'
import { afterEach, expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { connectMcp, mcpAddress } from '../../world/clients/mcp-client.ts'
import { sharedWorld } from '../../world/shared-world.ts'
import { awaitStatus, persistenceScenarios } from './persistence-scenarios.ts'

const world = sharedWorld({ serve: ['--mcp-wait-seconds', '0.3'] })
const LATER = { path: 'later.txt', content: 'later\n' }

afterEach(async () => {
  for (const { id } of await world().operator.pending()) await world().operator.reject(id)
})

const approvalOf = (tool: string): Promise<Approval> =>
  eventually('the question', async () => (await world().operator.pending()).find(({ tool_id }) => tool_id === tool))

scenario('a call that waits too long gives its id, and await_call goes on waiting', { verifies: ['agent.mcp-wait'] }, async () => {
  await using agent = await connectMcp(world(), 'http')
  const { id } = await agent.call('write_file', LATER)
  const first = await awaitStatus(agent, id, 'awaiting_approval')
  expect(first).toMatchObject({ id, isError: false })
  expect(first.text).toContain(`Waiting for the operator, id ${first.id}.`)
  expect(first.text).toContain(`await_call with {"tool_id":"${first.id}"}`)
  expect(await agent.call('await_call', { tool_id: first.id })).toEqual(first)
  await world().operator.approve((await approvalOf(first.id)).id)
  expect(await awaitStatus(agent, id, 'completed')).toMatchObject({ id, isError: false })
  expect(await world().workspace.read(LATER.path)).toBe(LATER.content)
})

scenario('a call of another agent cannot be awaited', { verifies: ['agent.mcp-session'] }, async () => {
  await using agent = await connectMcp(world(), 'http')
  await using other = await connectMcp(world(), 'http', { token: await world().createToken({ roles: ['agent'], agent: 'other' }) })
  const { id } = await agent.call('write_file', LATER)
  expect(await other.call('await_call', { tool_id: id })).toMatchObject({ isError: true, text: expect.stringMatching(/not found/i) })
})

scenario(
  'after a crash of the server the same connections go on, in the same sessions',
  { verifies: ['agent.mcp-session', 'cli.mcp'] },
  async () => {
    await using overHttp = await connectMcp(world(), 'http', { name: 'persistent' })
    await using onStdio = await connectMcp(world(), 'stdio', { name: 'persistent' })
    const agents = [overHttp, onStdio]
    const waiting = await Promise.all(agents.map((agent) => agent.call('write_file', LATER)))
    await world().server().kill()
    expect(await onStdio.call('read_file', { path: 'README.md' }).catch((error: Error) => error.message)).toContain(
      'is the server running?',
    )
    await world().restartServer()
    await world().runnerOnline()
    for (const [index, agent] of agents.entries()) {
      const { id = '' } = waiting[index] ?? {}
      await awaitStatus(agent, id, 'awaiting_approval')
      await world().operator.reject((await approvalOf(id)).id)
      expect(await awaitStatus(agent, id, 'rejected')).toMatchObject({ isError: true })
    }
    expect((await sessions()).filter(({ agent }) => agent === 'agent (persistent)')).toHaveLength(agents.length)
  },
)

persistenceScenarios(world)

scenario('a session that the operator ended is gone for its client', { verifies: ['agent.mcp-session'] }, async () => {
  await using agent = await connectMcp(world(), 'http', { name: 'ended' })
  const [session] = (await sessions()).filter((row) => row.agent === 'agent (ended)')
  await world().operator.delete(`/my/projects/${world().projectId}/chat/sessions/${session?.id}`)
  await expect(agent.call('read_file', { path: 'README.md' })).rejects.toThrow(/ended/)
})

scenario('a wrong token, role, project, origin or session is refused before MCP begins', { verifies: ['agent.mcp'] }, async () => {
  const { tokens, url } = world()
  const { pathname } = mcpAddress(world())
  const { client } = await connectMcp(world(), 'http')
  const session = client.transport?.sessionId ?? ''
  await client.close()
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const send = async (token: string, headers: Record<string, string> = {}, path = pathname): Promise<number> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })
    const accept = 'application/json, text/event-stream'
    const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept, ...headers }
    const response = await fetch(`${url}${path}`, { method: 'POST', body, headers: all })
    await response.body?.cancel()
    return response.status
  }
  const foreign = await world().createToken({ sub: 'mallory', roles: ['agent'] })
  const other = await world().createToken({ roles: ['agent'], agent: 'other' })
  expect(await send('garbage')).toBe(401)
  expect(await send(tokens.operator)).toBe(403)
  expect(await send(foreign)).toBe(404)
  expect(await send(foreign, { 'mcp-session-id': session })).toBe(404)
  expect(await send(other, { 'mcp-session-id': session })).toBe(404)
  expect(await send(tokens.agent, { 'mcp-session-id': 'invented' })).toBe(404)
  expect(await send(tokens.agent, { origin: 'http://evil.example' })).toBe(403)
  expect(await send(tokens.agent, {}, '/my/projects/018f0000-0000-7000-8000-000000000000/mcp')).toBe(404)
  expect(await send(tokens.agent)).toBe(200)
})

const sessions = async (): Promise<Session[]> =>
  (await world().operator.get<{ sessions: Session[] }>(`/my/projects/${world().projectId}/chat/sessions?limit=200`)).sessions
