import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/test-server.ts'
import { callTool, makeWorld, shareWorld } from '../../../test/world.ts'

const { server, world } = await shareWorld('alice')

const ask = async (): Promise<{ tool_id: string; approval_id: string; status: string }> =>
  callTool(server, world, { message: 'Shall I?', actions: ['yes', 'no'] }, 'prompt_user')
const answer = (q: string, body: object) =>
  server.call('answerQuestion', { token: world.tokens.operator, params: { p: world.ids.p, q }, body })
const see = async (id: string, token = world.tokens.agent) => (await server.call('getExecution', { token, params: { id } })).json

test('waits in the list as a question, and its answer is the result', async () => {
  const { tool_id, approval_id, status } = await ask()
  expect(status).toBe('awaiting_approval')
  const { token, params } = { token: world.tokens.operator, params: { p: world.ids.p } }
  const { approvals } = (await server.call('listApprovals', { token, params, query: '?status=pending' })).json
  expect(approvals.find(({ id }: { id: string }) => id === approval_id)).toMatchObject({ kind: 'question', timeout_seconds: 600 })
  const given = { action: 'yes', comment: 'but slowly' }
  expect((await answer(approval_id, given)).json).toEqual({ success: true, approval_id, status: 'answered' })
  expect(await see(tool_id)).toMatchObject({
    status: 'completed',
    result: { success: true, ...given },
    report: 'The operator chose: "yes"\nThe operator wrote:\n> but slowly',
  })
  expect(await see(tool_id, token)).not.toHaveProperty('report')
  const { executions } = (await server.call('history', { token, query: '?tool_name=prompt_user' })).json
  expect(executions.find((row: { tool_id: string }) => row.tool_id === tool_id)).toMatchObject({ result: given })
})

test('the same answer twice has the same reply, another is refused, and so is what it does not offer', async () => {
  const { approval_id } = await ask()
  expect((await answer(approval_id, { action: 'perhaps' })).json).toMatchObject({ error_code: 'INVALID_ARGUMENTS' })
  const first = (await answer(approval_id, { action: 'no' })).json
  expect((await answer(approval_id, { action: 'no' })).json).toEqual(first)
  expect(await answer(approval_id, { action: 'yes' })).toMatchObject({ status: 409, json: { error_code: 'ALREADY_SETTLED' } })
})

test('too late is gone', async () => {
  await using quick = await startTestServer({ settings: { question_seconds: 1 } })
  const hasty = await makeWorld(quick, 'alice', { empty: true })
  const { tool_id, approval_id } = await callTool(quick, hasty, { message: 'Quick?', actions: ['yes'] }, 'prompt_user')
  const ended = await quick.call('getExecution', { token: hasty.tokens.agent, params: { id: tool_id }, query: '?wait_seconds=20' })
  expect(ended.json).toMatchObject({ status: 'timeout', error_code: 'APPROVAL_TIMEOUT', report: expect.stringMatching(/Nobody answered/) })
  const params = { p: hasty.ids.p, q: approval_id }
  expect((await quick.call('answerQuestion', { token: hasty.tokens.operator, params, body: { action: 'yes' } })).status).toBe(410)
})

test('is not decided as an approval by any route, and an approval is not answered', async () => {
  const { approval_id: a, tool_id } = await ask()
  const { token, params } = { token: world.tokens.operator, params: { p: world.ids.p, a } }
  const decisions = { decisions: [{ approval_id: a, decision: 'approved' }] }
  for (const reply of [
    await server.call('approve', { token, params, body: { decision: 'approved' } }),
    await server.call('reject', { token, params, body: {} }),
    await server.call('confirmApproval', { token, params, body: { decision: 'approved' } }),
  ]) {
    expect(reply).toMatchObject({ status: 400, json: { error: expect.stringContaining('this is a question') } })
  }
  expect((await server.call('decideBatch', { token, params, body: decisions })).json.results).toMatchObject([{ success: false }])
  expect((await see(tool_id)).status).toBe('awaiting_approval')
  expect((await answer(world.ids.a, { action: 'yes' })).json.error).toContain('this is an approval')
})

test('is offered as a tool whether or not a runner is there, with its own time', async () => {
  const { tools } = (await server.call('availableTools', { token: world.tokens.agent, params: { p: world.ids.p } })).json
  expect(tools.find(({ name }: { name: string }) => name === 'prompt_user')).toMatchObject({
    requires_approval: false,
    risk_level: 'LOW',
    timeout_seconds: 600,
  })
})

test('the verdict on it is to ask', async () => {
  const body = { tool_name: 'prompt_user', tool_params: { message: 'x', actions: ['y'] } }
  const { json } = await server.call('checkPolicy', { token: world.tokens.agent, params: { p: world.ids.p }, body })
  expect(json).toMatchObject({ decision: 'ask', risk: 'LOW' })
})

test('an unknown one is not found', async () => {
  expect((await answer(randomUUID(), { action: 'yes' })).status).toBe(404)
})
