import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventReader } from '../../../test/event-reader.ts'
import { startTestServer, type TestServer, tokenOf } from '../../../test/test-server.ts'
import { callTool, makeWorld } from '../../../test/world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const token = tokenOf(['operator'])

describe('a project', () => {
  test('is found again by its workspace, and is another for another user', async () => {
    const make = async (sub: string) =>
      (await server.call('createProject', { token: tokenOf(['operator'], { sub }), body: { name: 'x', workspace_id: 'w' } })).json.project
        .id
    const first = await make('alice')
    expect(await make('alice')).toBe(first)
    expect(await make('bob')).not.toBe(first)
  })

  test('can be renamed, which the log says, and listed', async () => {
    const { project } = (await server.call('createProject', { token, body: { name: 'old' } })).json
    await using reader = await EventReader.open(server, { project: project.id, token })
    const renamed = await server.call('patchProject', { token, params: { p: project.id }, body: { name: 'new' } })
    expect(renamed.json.project.name).toBe('new')
    await reader.until(({ type, data }) => type === 'project.changed' && data.name === 'new' && data.by === 'alice')
    const { projects } = (await server.call('listProjects', { token })).json
    expect(projects).toContainEqual(expect.objectContaining({ id: project.id, name: 'new' }))
  })

  test('that is deleted takes everything open with it and is gone', async () => {
    const world = await makeWorld(server, 'alice')
    await using reader = await EventReader.open(server, { project: world.ids.p, token })
    expect((await server.call('deleteProject', { token, params: { p: world.ids.p } })).json).toEqual({ success: true })
    expect((await server.call('getProject', { token, params: { p: world.ids.p } })).status).toBe(404)
    expect((await server.call('getExecution', { token, params: { id: world.ids.id } })).status).toBe(404)
    expect((await server.call('confirmApproval', { token, params: { a: world.ids.a }, body: { decision: 'approved' } })).status).toBe(404)
    await expect.poll(() => reader.response.readableEnded).toBe(true)
    expect(await readFile(join(server.dataDir, 'keys', 'heads.jsonl'), 'utf8')).toContain(world.ids.p)
  })
})

describe('a session', () => {
  test('is opened, listed, and ended with what is open in it', async () => {
    const world = await makeWorld(server, 'alice')
    const params = { p: world.ids.p }
    const { session } = (await server.call('createSession', { token: world.tokens.agent, params, body: { title: 'today' } })).json
    expect((await server.call('listSessions', { token, params })).json.sessions.map(({ id }: { id: string }) => id)).toContain(session.id)
    const { tool_id } = await callTool(server, world, { command: 'git', args: ['commit', '-m', 'z'] })
    expect((await server.call('deleteSession', { token: world.tokens.agent, params: { ...params, s: session.id } })).status).toBe(200)
    expect((await server.call('getSession', { token, params: { ...params, s: session.id } })).json.session.ended_at).not.toBeNull()
    expect((await server.call('getExecution', { token, params: { id: tool_id } })).json.status).toBe('cancelled')
  })
})
