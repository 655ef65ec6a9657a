import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestServer, tokenOf } from '../test/test-server.ts'

const local = { auth: undefined } as const

test('a local server has tokens for each role, and an operator cannot call as an agent', async () => {
  await using server = await startTestServer(local)
  const { token, agentToken, projectId } = server.running.local ?? expect.fail('not local')
  expect((await server.call('getProject', { token: token('operator'), params: { p: projectId } })).status).toBe(200)
  expect((await server.call('audit', { token: token('admin') })).status).toBe(200)
  for (const agent of [token('agent'), await agentToken()]) {
    expect((await server.call('availableTools', { token: agent, params: { p: projectId } })).status).toBe(200)
    expect((await server.call('approve', { token: agent, params: { p: projectId, a: projectId }, body: {} })).status).toBe(403)
  }
})

test('a code is exchanged once', async () => {
  await using server = await startTestServer(local)
  const code = server.running.local?.loginCode()
  const first = await server.call('exchange', { body: { code } })
  expect(first.json).toMatchObject({ success: true, project_id: server.running.local?.projectId })
  expect((await server.call('listProjects', { token: first.json.token })).status).toBe(200)
  expect((await server.call('exchange', { body: { code } })).json).toMatchObject({ error_code: 'UNAUTHORIZED' })
  expect((await server.call('exchange', { body: { code: 'guess' } })).status).toBe(401)
})

test('the operator gets a new code at any time, and nobody else', async () => {
  await using server = await startTestServer(local)
  const { token } = server.running.local ?? expect.fail('not local')
  const { json } = await server.call('loginCode', { token: token('operator') })
  expect(json).toMatchObject({ success: true, expires_in_seconds: 60 })
  expect((await server.call('exchange', { body: { code: json.code } })).status).toBe(200)
  expect((await server.call('loginCode', { token: token('agent') })).status).toBe(403)
  expect((await server.call('loginCode')).status).toBe(401)
})

test('the same data folder started again is the same server, with the same token for the agent and none of a person in its files', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-local-'))
  const start = async (workspaceId: string) => {
    await using server = await startTestServer({ ...local, dataDir, workspaceId })
    const { projectId, agentToken } = server.running.local ?? expect.fail('not local')
    return { projectId, agent: await agentToken() }
  }
  const first = await start('one')
  expect(await start('one')).toEqual(first)
  const other = await start('two')
  expect(other.projectId).not.toBe(first.projectId)
  expect((await readdir(join(dataDir, 'keys'))).filter((name) => name.includes('token-')).sort()).toEqual(
    [`agent-token-${first.projectId}`, `agent-token-${other.projectId}`, 'token-secret'].sort(),
  )
  expect((await stat(join(dataDir, 'keys', `agent-token-${first.projectId}`))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})

test('without configured auth it listens on this machine only', async () => {
  await expect(startTestServer({ ...local, host: '0.0.0.0' })).rejects.toThrow('without configured auth')
})

test('a configured server has no codes to exchange', async () => {
  await using server = await startTestServer()
  expect(server.running.local).toBeUndefined()
  expect((await server.call('exchange', { body: { code: 'x' } })).status).toBe(401)
  expect((await server.call('loginCode', { token: tokenOf(['operator']) })).status).toBe(404)
  expect((await server.call('renew', { token: tokenOf(['operator']) })).status).toBe(404)
})
