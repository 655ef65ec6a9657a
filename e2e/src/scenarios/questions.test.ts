// What an agent asks the operator, over real processes and without a runner.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { startCommand } from '../world/processes/child.ts'
import { sharedWorld } from '../world/shared-world.ts'
import { startWorld, type World } from '../world/world.ts'

const world = sharedWorld({ runner: 'none' })
const QUESTION = { message: 'Which database do you want?', actions: ['SQLite', 'PostgreSQL'] }

async function ask(params: object = QUESTION, options: object = {}, where: World = world()) {
  const asked = await where.agent.call('prompt_user', params, options)
  expect(asked.status).toBe('awaiting_approval')
  return { tool: asked.tool_id, question: asked.approval_id as string, session: asked.session_id }
}

const answer = (question: string, body: object, { operator, projectId }: World = world()) =>
  operator.request('POST', `/my/projects/${projectId}/questions/${question}/answer`, { body })

scenario(
  'the agent asks, the operator answers, and the answer with its comment is the result',
  { verifies: ['tools.prompt', 'approvals.questions', 'rest.answer', 'events.question'] },
  async () => {
    await using reader = await world().events()
    const { tool, question } = await ask()
    const shown = await reader.next('tool.question', ({ tool_id }) => tool_id === tool)
    expect(shown.data).toMatchObject({ approval_id: question, preview: { kind: 'question', ...QUESTION }, timeout_seconds: 600 })
    expect((await world().operator.pending()).find(({ id }) => id === question)).toMatchObject({ kind: 'question', scopes: [] })
    expect(await answer(question, { action: 'SQLite', comment: 'for now' })).toMatchObject({ status: 200, body: { status: 'answered' } })
    const view = await world().agent.end(tool)
    expect(view).toMatchObject({
      status: 'completed',
      result: { success: true, action: 'SQLite', comment: 'for now' },
      requires_approval: false,
      cleared_by: null,
      report: 'The operator chose: "SQLite"\nThe operator wrote:\n> for now',
    })
    const resolved = await reader.next('tool.question_resolved', ({ tool_id }) => tool_id === tool)
    expect(resolved.data).toMatchObject({ status: 'answered', action: 'SQLite', comment: 'for now', tool_status: 'completed' })
  },
)

scenario('a dismissed question is answered; one that nobody answers is a timeout', { verifies: ['approvals.dismissed'] }, async () => {
  const { tool, question } = await ask()
  await answer(question, { action: 'dismissed' })
  expect(await world().agent.end(tool)).toMatchObject({ status: 'completed', result: { action: 'dismissed' } })
  await using hasty = await startWorld({ runner: 'none', serve: ['--approval-seconds', '1'] })
  const late = await ask(QUESTION, {}, hasty)
  expect(await hasty.agent.end(late.tool)).toMatchObject({ status: 'timeout', error_code: 'APPROVAL_TIMEOUT' })
  expect((await answer(late.question, { action: 'SQLite' }, hasty)).status).toBe(410)
})

scenario(
  'answered in one window, it is gone in the other, whose answer changes nothing',
  { verifies: ['approvals.other-windows', 'approvals.same-answer', 'approvals.other-answer'] },
  async () => {
    const { tool, question } = await ask()
    await using other = await world().events()
    const replies = await Promise.all(['SQLite', 'SQLite', 'PostgreSQL'].map((action) => answer(question, { action })))
    const { result } = (await world().agent.end(tool)) as { result: { action: string } }
    expect(replies.map(({ status }) => status)).toEqual(result.action === 'SQLite' ? [200, 200, 409] : [409, 409, 200])
    const { data } = await other.next('tool.question_resolved', ({ tool_id }) => tool_id === tool)
    expect(data).toMatchObject({ approval_id: question, action: result.action })
    expect((await answer(question, { action: 'dismissed' })).status).toBe(409)
  },
)

scenario(
  'an agent cannot answer, nor approve with an answer, and the answer approves nothing',
  { verifies: ['tools.prompt'] },
  async () => {
    const { tool, question } = await ask({ message: 'May I write?', actions: ['yes'] })
    const path = `/my/projects/${world().projectId}`
    const own = await world().agent.request('POST', `${path}/questions/${question}/answer`, { body: { action: 'yes' } })
    expect(own).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } })
    expect((await world().operator.answer(question, { decision: 'approved' })).status).toBe(400)
    await answer(question, { action: 'yes' })
    await world().agent.end(tool)
    const write = await world().agent.call('execute_command', { command: 'node', args: ['count.mjs'] }, { wait_seconds: 0 })
    expect(write.status).toBe('awaiting_approval')
  },
)

scenario('a question ends with its session', { verifies: ['approvals.session-questions'] }, async () => {
  const { session } = await world().agent.post<{ session: { id: string } }>(`/my/projects/${world().projectId}/chat/sessions`, {})
  const { tool, question } = await ask(QUESTION, { session_id: session.id })
  await world().agent.request('DELETE', `/my/projects/${world().projectId}/chat/sessions/${session.id}`)
  expect(await world().agent.see(tool)).toMatchObject({ status: 'cancelled' })
  expect(await world().operator.approval(question)).toMatchObject({ status: 'withdrawn' })
})

scenario(
  'a question survives the death of the server with its remaining time, and is answered after it',
  { verifies: ['approvals.survives-server'] },
  async () => {
    await using mortal = await startWorld({ runner: 'none' })
    const call_id = randomUUID()
    const { tool, question } = await ask(QUESTION, { call_id }, mortal)
    const before = await mortal.operator.approval(question)
    await mortal.server().kill()
    await mortal.restartServer()
    expect(await mortal.operator.approval(question)).toEqual(before)
    expect(await ask(QUESTION, { call_id }, mortal)).toMatchObject({ tool, question })
    await answer(question, { action: 'SQLite' }, mortal)
    await mortal.server().kill()
    await mortal.restartServer()
    expect(await mortal.agent.see(tool)).toMatchObject({ status: 'completed', result: { action: 'SQLite' } })
    expect(await answer(question, { action: 'SQLite' }, mortal)).toMatchObject({ status: 200, body: { status: 'answered' } })
  },
)

scenario('from the command line a question is read and answered by a person', { verifies: ['access.cli-needs-terminal'] }, async () => {
  const { tool, question } = await ask({ message: 'Shall I\ngo on?', actions: ['go on', 'stop'] })
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    await using child = startCommand([...args, '--data', world().data.path], { input: '', env })
    const { code } = await child.ended
    return { code, stdout: child.stdout(), stderr: child.stderr() }
  }
  const shown = await run(['pending'])
  expect(shown.stdout).toContain('the agent wrote Shall I\n  │ go on?')
  expect(shown.stdout).toContain('action go on')
  const asOperator = { COUNTERSIGN_OPERATOR_TOKEN: world().tokens.operator }
  expect((await run(['answer', question, '--action', 'go on'])).code).toBe(2)
  expect(await run(['answer', question, '--action', 'perhaps'], asOperator)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('choose one of'),
  })
  expect((await run(['answer', question, '--action', 'go on', '--comment', 'slowly'], asOperator)).code).toBe(0)
  expect(await world().agent.end(tool)).toMatchObject({ result: { action: 'go on', comment: 'slowly' } })
})
