import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/test-server.ts'
import { callTool, makeWorld, shareWorld } from '../../../test/world.ts'

const { server, world } = await shareWorld('alice')

const ask = async (): Promise<{ tool_id: string; approval_id: string }> =>
  callTool(server, world, { command: 'git', args: ['commit', '-m', randomUUID()] })
const operator = () => ({ token: world.tokens.operator, params: { p: world.ids.p } })
const decide = (route: 'approve' | 'reject', a: string, body: object) =>
  server.call(route, { ...operator(), params: { p: world.ids.p, a }, body })

test('waits in the list with all that is needed to answer', async () => {
  const { approval_id } = await ask()
  const { approvals } = (await server.call('listApprovals', { ...operator(), query: '?status=pending' })).json
  const approval = approvals.find(({ id }: { id: string }) => id === approval_id)
  expect(approval).toMatchObject({
    risk_level: 'MEDIUM',
    description: expect.any(String),
    reasons: [expect.any(String)],
    timeout_seconds: 300,
    preview: { kind: 'command' },
  })
})

test('the same answer twice has the same reply, another is refused', async () => {
  const { approval_id, tool_id } = await ask()
  const yes = { success: true, approval_id, status: 'approved' }
  expect((await decide('approve', approval_id, { decision: 'approved' })).json).toEqual(yes)
  expect((await decide('approve', approval_id, { decision: 'approved' })).json).toEqual(yes)
  expect((await decide('reject', approval_id, {})).status).toBe(409)
  expect((await server.call('getExecution', { token: world.tokens.operator, params: { id: tool_id } })).json.status).toBe('executing')
})

test('a rejection reaches the agent in the words of the operator', async () => {
  const { approval_id, tool_id } = await ask()
  await decide('reject', approval_id, { reason: 'not on a Friday' })
  const { json } = await server.call('getExecution', { token: world.tokens.agent, params: { id: tool_id } })
  expect(json).toMatchObject({ status: 'rejected', error: 'Approval denied: not on a Friday', error_code: 'APPROVAL_DENIED' })
})

test('several are answered at once, each with its own result', async () => {
  const [one, two] = [await ask(), await ask()]
  const decisions = [
    { approval_id: one.approval_id, decision: 'approved' },
    { approval_id: two.approval_id, decision: 'rejected', reason: 'no' },
    { approval_id: randomUUID(), decision: 'approved' },
  ]
  const { json } = await server.call('decideBatch', { ...operator(), body: { decisions } })
  expect(json.results).toMatchObject([
    { success: true, status: 'approved' },
    { success: true, status: 'rejected' },
    { success: false, error_code: 'NOT_FOUND' },
  ])
})

test('can be confirmed by its id alone', async () => {
  const [one, two] = [await ask(), await ask()]
  const confirm = (a: string, body: object) => server.call('confirmApproval', { token: world.tokens.operator, params: { a }, body })
  expect((await confirm(one.approval_id, { decision: 'approved' })).json.status).toBe('approved')
  expect((await confirm(two.approval_id, { decision: 'rejected', reason: 'no' })).json.status).toBe('rejected')
})

test('an answer that comes too late is gone', async () => {
  await using hasty = await startTestServer({ settings: { approval_seconds: { MEDIUM: 1, HIGH: 1 } } })
  const late = await makeWorld(hasty, 'alice')
  const { approval_id, tool_id } = await callTool(hasty, late, { command: 'git', args: ['commit', '-m', 'x'] })
  const token = late.tokens.operator
  const statusNow = async () => (await hasty.call('getExecution', { token, params: { id: tool_id } })).json.status
  await expect.poll(statusNow, { timeout: 5000 }).toBe('timeout')
  const reply = await hasty.call('approve', { token, params: { p: late.ids.p, a: approval_id }, body: { decision: 'approved' } })
  expect(reply).toMatchObject({ status: 410, json: { error_code: 'APPROVAL_TIMEOUT' } })
})

test('a grant is listed with what it matched and can be revoked', async () => {
  const { approval_id } = await ask()
  await decide('approve', approval_id, { decision: 'approved', scope: 'class' })
  const covered = await ask()
  expect(covered.approval_id).toBeNull()
  const { grants } = (await server.call('listGrants', operator())).json
  const grant = grants.find((candidate: { approval_id: string }) => candidate.approval_id === approval_id)
  expect(grant).toMatchObject({ scope: 'class', matched: 1, revoked_at: null })
  await server.call('revokeGrant', { ...operator(), params: { p: world.ids.p, g: grant.id } })
  expect((await ask()).approval_id).toBeDefined()
})

test('with a secret is read as it is or masked, says which parts differ, and history has it masked while it waits', async () => {
  const secret = ['correct', 'horse', '7'].join('-')
  const { approval_id, tool_id } = await callTool(server, world, { command: 'git', args: ['commit', '-m', `password=${secret}`] })
  const read = async (query: string) =>
    (await server.call('getApproval', { ...operator(), params: { p: world.ids.p, a: approval_id }, query })).json.approval
  const plain = await read('')
  expect(JSON.stringify(plain.tool_params)).toContain(secret)
  expect(plain).toMatchObject({ masked: expect.arrayContaining(['tool_params', 'preview']), unmasked_digest: expect.any(String) })
  const masked = await read('?form=masked')
  expect(masked.masked).toEqual(plain.masked)
  expect(masked).not.toHaveProperty('unmasked_digest')
  const listed = (await server.call('listApprovals', { ...operator(), query: '?status=pending&form=masked' })).json.approvals
  const record = (await server.call('getRecord', { ...operator(), params: { p: world.ids.p, id: tool_id } })).json
  for (const text of [masked, listed, record]) expect(JSON.stringify(text)).not.toContain(secret)
  expect((await decide('approve', approval_id, { decision: 'approved', unmasked_digest: plain.digest })).status).toBe(409)
  expect((await decide('approve', approval_id, { decision: 'approved', unmasked_digest: plain.unmasked_digest })).json.success).toBe(true)
  expect((await read('')).decision.saw_unmasked).toBe(true)
})
