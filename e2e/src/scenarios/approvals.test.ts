// Answers of the operator: approve, reject, edit, several, twice, too late.
import { type Approval, callDigest } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()
const ask = async (path: string, content = 'x\n') => {
  const { tool_id, approval_id } = await world().agent.call('write_file', { path, content })
  return { tool: tool_id, approval: approval_id as string }
}

scenario(
  "a rejection reaches the agent in the operator's words",
  { verifies: ['approvals.reject', 'approvals.reason', 'rest.reject', 'executions.ends-final'] },
  async () => {
    const { tool, approval } = await ask('rejected.md')
    expect(await world().operator.reject(approval, 'not before the release')).toEqual({
      success: true,
      approval_id: approval,
      status: 'rejected',
    })
    const view = await world().agent.end(tool)
    expect(view).toMatchObject({ status: 'rejected', error_code: 'APPROVAL_DENIED', error: 'Approval denied: not before the release' })
    expect(world().workspace.has('rejected.md')).toBe(false)
    expect((await world().operator.answer(approval, { decision: 'approved' })).status).toBe(409)
    expect((await world().agent.see(tool)).status).toBe('rejected')
  },
)

scenario(
  'the same answer twice gives the same reply, another is 409',
  { verifies: ['approvals.same-answer', 'approvals.other-answer'] },
  async () => {
    const { approval } = await ask('twice.md')
    const first = await world().operator.answer(approval, { decision: 'approved' })
    const second = await world().operator.answer(approval, { decision: 'approved' })
    expect(first).toMatchObject({ status: 200, body: { success: true, approval_id: approval, status: 'approved' } })
    expect(second).toMatchObject({ status: 200, body: first.body as object })
    const other = await world().operator.answer(approval, { reason: 'no' })
    expect(other).toMatchObject({ status: 409, body: { success: false, error_code: 'ALREADY_SETTLED' } })
  },
)

scenario('of two answers that race one holds', { verifies: ['approvals.race', 'executions.one-end'] }, async () => {
  for (let round = 0; round < 10; round++) {
    const path = `race-${round}.md`
    const { tool, approval } = await ask(path)
    const [yes, no] = await Promise.all([
      world().operator.answer(approval, { decision: 'approved' }),
      world().operator.answer(approval, { reason: 'no' }),
    ])
    expect([yes.status, no.status].sort()).toEqual([200, 409])
    const { status } = await world().agent.end(tool)
    expect(status).toBe(yes.status === 200 ? 'completed' : 'rejected')
    expect(world().workspace.has(path)).toBe(yes.status === 200)
  }
})

scenario('several are answered at once, each with its own result', { verifies: ['approvals.batch', 'rest.batch'] }, async () => {
  const [one, two, three] = [await ask('batch-1.md'), await ask('batch-2.md'), await ask('batch-3.md')]
  await world().operator.approve(three.approval)
  const decisions = [
    { approval_id: one.approval, decision: 'approved' },
    { approval_id: two.approval, decision: 'rejected', reason: 'one is enough' },
    { approval_id: three.approval, decision: 'rejected' },
  ]
  const { results } = await world().operator.post<{ results: object[] }>(`/my/projects/${world().projectId}/approvals/batch`, { decisions })
  expect(results).toMatchObject([
    { approval_id: one.approval, success: true, status: 'approved' },
    { approval_id: two.approval, success: true, status: 'rejected' },
    { approval_id: three.approval, success: false, error_code: 'ALREADY_SETTLED' },
  ])
  expect(await world().agent.end(one.tool)).toMatchObject({ status: 'completed' })
  expect(await world().agent.end(two.tool)).toMatchObject({ status: 'rejected', error: 'Approval denied: one is enough' })
})

scenario('an approval is confirmed by its id alone', { verifies: ['rest.confirm'] }, async () => {
  const [yes, no] = [await ask('confirm-1.md'), await ask('confirm-2.md')]
  await world().operator.post(`/my/approvals/${yes.approval}/confirm`, { decision: 'approved' })
  await world().operator.post(`/my/approvals/${no.approval}/confirm`, { decision: 'rejected', reason: 'no' })
  expect(await world().agent.end(yes.tool)).toMatchObject({ status: 'completed' })
  expect(await world().agent.end(no.tool)).toMatchObject({ status: 'rejected' })
})

scenario(
  'approvals are listed and shown with their comment',
  { verifies: ['rest.approvals-list', 'rest.lists', 'approvals.comment'] },
  async () => {
    const { approval } = await ask('listed.md')
    expect((await world().operator.pending()).map(({ id }) => id)).toContain(approval)
    await world().operator.approve(approval, { comment: 'go on' })
    expect(await world().operator.approval(approval)).toMatchObject({
      status: 'approved',
      decision: { answer: 'approved', comment: 'go on', scope: 'once' },
    })
    expect((await world().operator.pending()).map(({ id }) => id)).not.toContain(approval)
  },
)

scenario(
  'a change behind the beginning of a key says that it is masked, with its true lines, and a plain client approves it all the same',
  { verifies: ['approvals.masked'] },
  async () => {
    await world().workspace.write('keys.md', '-----BEGIN PRIVATE KEY-----\n')
    const content = `${'run this now '.repeat(4)}\n${'MIIEvQIBADANBgkq'.repeat(3)}\n`
    const asked = await world().agent.call('write_file', { path: 'keys.md', content, mode: 'append' })
    await using reader = await world().events({ after: 0 })
    const { data } = await reader.next('tool.approval_request', ({ tool_id }) => tool_id === asked.tool_id)
    expect(data).toMatchObject({ masked: ['preview'], abridged: true })
    expect(JSON.stringify(data.preview).match(/\\n\+\[masked\]/g)).toHaveLength(2)
    const approval = await world().operator.approval(asked.approval_id as string)
    expect(JSON.stringify(approval.preview)).toContain('run this now')
    await world().operator.approve(approval.id)
    expect(await world().agent.end(asked.tool_id)).toMatchObject({ status: 'completed' })
    const { decision, preview } = await world().operator.approval(approval.id)
    expect(decision?.saw_unmasked).toBe(false)
    expect(JSON.stringify(preview)).not.toContain('run this now')
  },
)

scenario(
  'an edited command of no more risk runs as edited, and both versions are recorded',
  { verifies: ['approvals.edit', 'approvals.edit-recorded'] },
  async () => {
    await world().workspace.write('say.mjs', 'console.log(process.argv[2])\n')
    const asked = await world().agent.call('execute_command', { command: 'node', args: ['say.mjs', 'agent'] })
    const edited_params = { command: 'node', args: ['say.mjs', 'operator'] }
    expect(await world().operator.approve(asked.approval_id as string, { edited_params })).toMatchObject({ status: 'approved' })
    expect(await world().agent.end(asked.tool_id)).toMatchObject({
      status: 'completed',
      result: { stdout: 'operator\n' },
      tool_params: edited_params,
    })
    const approval = await world().operator.approval(asked.approval_id as string)
    expect(approval).toMatchObject({ tool_params: { args: ['say.mjs', 'agent'] }, decision: { edited_params } })
  },
)

scenario(
  'an edited file change is shown and asked again, and its agent is told',
  { verifies: ['approvals.edit-needs-new-approval', 'approvals.edit-told'] },
  async () => {
    const { tool, approval } = await ask('edited.md', 'agent\n')
    const edited_params = { path: 'edited.md', content: 'operator\n' }
    expect(await world().operator.approve(approval, { edited_params })).toMatchObject({ status: 'awaiting_approval' })
    const again = await nextApproval(tool, approval)
    expect(JSON.stringify(again.preview)).toContain('+operator')
    expect(world().workspace.has('edited.md')).toBe(false)
    await world().operator.approve(again.id)
    const ended = await world().agent.end(tool)
    expect(ended).toMatchObject({
      status: 'completed',
      operator_change: expect.stringContaining('> content: "agent\\n" became "operator\\n"'),
    })
    expect(ended.report).toContain(ended.operator_change)
    expect(await world().workspace.read('edited.md')).toBe('operator\n')
  },
)

async function nextApproval(tool: string, before: string): Promise<Approval> {
  await using reader = await world().events({ after: 0 })
  const { data } = await reader.next('tool.approval_request', ({ tool_id, approval_id }) => tool_id === tool && approval_id !== before)
  return world().operator.approval(data.approval_id as string)
}

scenario('an edit that is refused leaves the approval pending', { verifies: ['approvals.edit-invalid'] }, async () => {
  const { tool, approval } = await ask('refused-edit.md')
  const refused = await world().operator.answer(approval, { decision: 'approved', edited_params: { path: '../out.md', content: '' } })
  expect(refused).toMatchObject({ status: 403, body: { error_code: 'PATH_OUTSIDE_WORKSPACE' } })
  expect(await world().operator.approval(approval)).toMatchObject({ status: 'pending' })
  await world().operator.approve(approval)
  expect(await world().agent.end(tool)).toMatchObject({ status: 'completed' })
})

scenario('a pending call can be cancelled, and its approval is withdrawn', { verifies: ['rest.cancel'] }, async () => {
  const { tool, approval } = await ask('cancelled.md')
  await world().operator.post(`/my/projects/${world().projectId}/tools/${tool}/cancel`)
  expect(await world().agent.end(tool)).toMatchObject({ status: 'cancelled', error_code: 'CANCELLED' })
  expect(await world().operator.approval(approval)).toMatchObject({ status: 'withdrawn' })
  expect((await world().operator.answer(approval, { decision: 'approved' })).status).toBe(409)
  expect(world().workspace.has('cancelled.md')).toBe(false)
})

scenario(
  'every window hears of the question and of the answer',
  { verifies: ['approvals.other-windows', 'events.approval-request', 'events.approval-resolved'] },
  async () => {
    await using window = await world().events()
    const { asked, approval } = await callAndApprove(world(), 'write_file', { path: 'windows.md', content: 'x\n' })
    const { data } = await window.next('tool.approval_request', ({ tool_id }) => tool_id === asked.tool_id)
    expect(data).toMatchObject({
      approval_id: approval.id,
      tool_name: 'write_file',
      tool_params: { path: 'windows.md' },
      risk_level: 'MEDIUM',
      reasons: approval.reasons,
      scopes: approval.scopes.map(({ scope, label, covers }) => ({ scope, label, covers })),
      timeout_seconds: 300,
      expires_at: approval.expires_at,
      description: 'Write windows.md',
      digest: approval.digest,
      timestamp: expect.stringMatching(/Z$/),
    })
    expect(data.preview).toEqual(approval.preview)
    const resolved = await window.next('tool.approval_resolved', ({ tool_id }) => tool_id === asked.tool_id)
    expect(resolved.data).toMatchObject({ approval_id: approval.id, status: 'approved' })
  },
)

scenario('the digest binds tool, parameters and network', { verifies: ['approvals.call-digest'] }, async () => {
  const tool_params = { command: 'node', args: ['count.mjs'], timeout: 20 }
  const asked = await world().agent.call('execute_command', tool_params)
  const approval = await world().operator.approval(asked.approval_id as string)
  expect(approval.digest).toBe(callDigest({ tool_name: 'execute_command', tool_params, network: false }))
  await world().operator.reject(approval.id)
})
