import { parsePolicy } from '@countersign/policy'
import type { ExecutionIn } from '@countersign/protocol'
import { CATALOGUE } from '@countersign/tools'
import { describe, expect, test } from 'vitest'
import { askedWrite, createWorld, NO, principal, type World, type WorldOptions, YES } from '../../test/world.ts'
import { renderItem, reportOf } from '../executions/reporting.ts'

const ASKED = { message: 'Which one?', actions: ['left', 'right'] }
const LEFT = { action: 'left', cover_high: false }

async function asked(options: WorldOptions = {}, params: Record<string, unknown> = ASKED) {
  const world = await createWorld(options)
  const execution = (await world.call('prompt_user', params)) as ExecutionIn<'awaiting_approval'>
  return { world, execution, question: await world.approvalOf(execution) }
}

const typesOf = async (world: World) => (await world.events()).map(({ type }) => type)

describe('a question', () => {
  test('waits for the operator without a runner, with its own time and everything that is to be seen', async () => {
    const { world, execution, question } = await asked()
    expect(execution).toMatchObject({ status: 'awaiting_approval', requires_approval: false, risk_level: 'LOW', runner_deadline_at: null })
    expect(question).toMatchObject({
      kind: 'question',
      status: 'pending',
      timeout_seconds: 600,
      scopes: [],
      preview: { kind: 'question', ...ASKED },
    })
    expect(question.description).not.toContain('Which one')
    const [event] = await world.events()
    expect(event).toMatchObject({ type: 'tool.question', approval_id: question.id, agent: 'coder', preview: question.preview })
    expect(event).not.toHaveProperty('scopes')
  })

  test('ends completed with the answer as its result', async () => {
    const { world, execution, question } = await asked()
    const answer = { ...LEFT, comment: 'it is shorter' }
    expect(await world.engine.answer(world.operator, question, answer)).toEqual({ approval_id: question.id, status: 'answered' })
    expect(await world.execution(execution.id)).toMatchObject({
      status: 'completed',
      result: { success: true, action: 'left', comment: 'it is shorter' },
      cleared_by: null,
      attempt_id: null,
    })
    expect(await world.approvalOf(execution)).toMatchObject({ status: 'answered', decision: { by: 'ada', question_answer: answer } })
    expect((await world.events()).at(-1)).toMatchObject({
      type: 'tool.question_resolved',
      status: 'answered',
      tool_status: 'completed',
      action: 'left',
      by: 'ada',
    })
  })

  test('wakes whoever waits for it', async () => {
    const { world, execution, question } = await asked()
    const waiting = world.engine.wait(execution, { seconds: 60, for: 'end' })
    await world.engine.answer(world.operator, question, LEFT)
    expect(await waiting).toMatchObject({ status: 'completed' })
  })

  test('dismissed is an answer, and not a timeout', async () => {
    const { world, execution, question } = await asked()
    await world.engine.answer(world.operator, question, { action: 'dismissed', cover_high: false })
    expect(await world.execution(execution.id)).toMatchObject({ status: 'completed', result: { action: 'dismissed' } })
  })

  test('takes the same answer twice, and no other', async () => {
    const { world, question } = await asked()
    const first = await world.engine.answer(world.operator, question, LEFT)
    expect(await world.engine.answer(world.operator, question, LEFT)).toEqual(first)
    const again = { ...question, ...(await world.store.transact((tx) => tx.approvals.get(question.id))) }
    expect(await world.engine.answer(world.operator, again, LEFT)).toEqual(first)
    for (const other of [
      { ...LEFT, action: 'right' },
      { ...LEFT, comment: 'more' },
    ]) {
      await expect(world.engine.answer(world.operator, question, other)).rejects.toMatchObject({ code: 'ALREADY_SETTLED', http: 409 })
    }
    expect((await typesOf(world)).filter((type) => type === 'tool.question_resolved')).toHaveLength(1)
  })

  test('stays open where the answer is none that it has', async () => {
    const { world, execution, question } = await asked()
    for (const wrong of [{ action: 'up' }, { action: 'left', chunks_selected: [1] }]) {
      const answering = world.engine.answer(world.operator, question, { ...wrong, cover_high: false })
      await expect(answering).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    }
    expect((await world.execution(execution.id)).status).toBe('awaiting_approval')
  })

  test('warns, then ends as timeout; an answer is too late then', async () => {
    const { world, execution, question } = await asked()
    await world.pass(541)
    expect((await world.events()).at(-1)).toMatchObject({ type: 'tool.approval_warning', approval_id: question.id })
    await world.pass(60)
    expect(await world.execution(execution.id)).toMatchObject({ status: 'timeout', error_type: 'APPROVAL_TIMEOUT' })
    expect((await world.events()).at(-1)).toMatchObject({ type: 'tool.question_resolved', status: 'expired', action: null })
    await expect(world.engine.answer(world.operator, question, LEFT)).rejects.toMatchObject({ http: 410 })
  })

  test('answered after its time, before anybody swept, is too late all the same', async () => {
    const { world, execution, question } = await asked({ settings: { question_seconds: 5 } })
    const late = world.now() + 6_000
    Object.assign(world.core.clock, { now: () => late })
    await expect(world.engine.answer(world.operator, question, LEFT)).rejects.toMatchObject({ http: 410 })
    expect((await world.execution(execution.id)).status).toBe('timeout')
  })

  test('is withdrawn when it is cancelled, and when its session ends', async () => {
    const { world, execution, question } = await asked()
    await world.engine.cancel(execution, 'the operator stopped it')
    expect(await world.approvalOf(execution)).toMatchObject({ status: 'withdrawn' })
    await expect(world.engine.answer(world.operator, question, LEFT)).rejects.toMatchObject({ http: 409 })
    const second = await world.call('prompt_user', ASKED)
    const session = await world.store.transact((tx) => tx.sessions.get(second.session_id))
    if (session) await world.engine.endSession(session)
    expect((await world.execution(second.id)).status).toBe('cancelled')
    expect((await typesOf(world)).filter((type) => type === 'tool.question_resolved')).toHaveLength(2)
  })

  test('is neither approved nor rejected, and an approval is not answered', async () => {
    const { world, execution, question } = await asked()
    await world.hello()
    for (const decision of [YES, NO]) {
      const deciding = world.engine.decide(world.operator, question, decision)
      await expect(deciding).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('/questions/') })
    }
    expect((await world.execution(execution.id)).status).toBe('awaiting_approval')
    const approval = await world.approvalOf(await askedWrite(world))
    const answering = world.engine.answer(world.operator, approval, LEFT)
    await expect(answering).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('/approvals/') })
  })

  test('is denied by a rule; rules that ask or allow, and grants, mean nothing for it', async () => {
    const examples = 'examples.match = [{ tool = "prompt_user" }]\nexamples.no_match = [{ tool = "read_file", path = "a" }]'
    const rule = (action: string) =>
      parsePolicy(`[[rule]]\nname = "quiet"\ndo = "${action}"\ntools = ["prompt_user"]\nwhy = "not now"\n${examples}\n`)
    const denied = await createWorld({ policy: rule('deny') })
    expect(await denied.call('prompt_user', ASKED)).toMatchObject({ status: 'failed', error_type: 'POLICY_DENIED' })
    for (const action of ['ask', 'allow']) {
      const { question } = await asked({ policy: rule(action) })
      expect(question).toMatchObject({ status: 'pending', reasons: ['It only asks you; your answer approves nothing'] })
    }
    const world = await createWorld()
    await world.hello()
    await world.engine.decide(world.operator, await world.approvalOf(await askedWrite(world)), { ...YES, scope: 'session' })
    expect((await world.call('prompt_user', ASKED)).status).toBe('awaiting_approval')
  })

  test('counts among what may wait for the operator', async () => {
    const { world } = await asked()
    for (let i = 1; i < 64; i++) await world.call('prompt_user', ASKED)
    expect(await world.call('prompt_user', ASKED)).toMatchObject({ status: 'failed', error_type: 'TOO_MANY_PENDING' })
    // Checked before the question is parsed, which may take long.
    expect(await world.call('apply_patch_review', { diff: 'no diff' })).toMatchObject({ error_type: 'TOO_MANY_PENDING' })
  })

  test('shows the whole of a text that came by reference', async () => {
    const world = await createWorld()
    const message = `${'я'.repeat(9_000)}?`
    const $body = await world.core.bodies.put(world.project.id, new TextEncoder().encode(message))
    const execution = await world.call('prompt_user', { message: { $body }, actions: ['yes'] })
    const question = await world.approvalOf(execution)
    expect(question.preview).toMatchObject({ message })
    await world.engine.answer(world.operator, question, { action: 'yes', cover_high: false })
    expect((await world.execution(execution.id)).status).toBe('completed')
  })

  test.each([
    ['not text', Uint8Array.of(255, 254), 'INVALID_ARGUMENTS'],
    ['too long for any question', new TextEncoder().encode('x'.repeat(10_001)), 'INVALID_ARGUMENTS'],
    ['too long to be judged', new Uint8Array(5 * 1024 * 1024 + 1), 'FILE_TOO_LARGE'],
  ])('by reference is refused where it is %s', async (_, bytes, code) => {
    const world = await createWorld()
    const $body = await world.core.bodies.put(world.project.id, bytes)
    expect(await world.call('prompt_user', { message: { $body }, actions: ['yes'] })).toMatchObject({ status: 'failed', error_type: code })
  })

  test('keeps secrets out of the record once it is answered, and gives the agent the operator’s words', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const { world, execution, question } = await asked({}, { message: `Is ${secret} right?`, actions: ['yes'] })
    expect(question.preview).toMatchObject({ message: `Is ${secret} right?` })
    await world.engine.answer(world.operator, question, { action: 'yes', comment: `use ${secret}`, cover_high: false })
    const rows = JSON.stringify([await world.approvalOf(execution), await world.execution(execution.id), await world.rows()])
    expect(rows).not.toContain(secret)
  })

  test('is no news for a runner', async () => {
    const { world, question } = await asked()
    await world.engine.answer(world.operator, question, LEFT)
    for (const row of await world.rows()) {
      expect(await renderItem(world.core, { row }, 'runner')).toEqual([])
      expect(await renderItem(world.core, { row }, 'operator')).toHaveLength(1)
    }
  })

  test('of two answers that race one holds', async () => {
    const { world, execution, question } = await asked()
    const answers = await Promise.allSettled(
      ['left', 'right'].map((action) => world.engine.answer(world.operator, question, { action, cover_high: false })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await world.execution(execution.id)).toMatchObject({ status: 'completed', result: { action: 'left' } })
  })
})

describe('an answer given at the client of the agent', () => {
  const AT_CLIENT = { agent: principal(['agent'], 'coder (editor)'), client: 'editor' }
  const answered_by = { by: 'mcp_client', client: 'editor' }

  test('is the result, and recorded as given there and not by the operator', async () => {
    const { world, execution, question } = await asked()
    expect(await world.engine.answerAtClient(AT_CLIENT, question, { ...LEFT, comment: 'shorter' })).toMatchObject({ status: 'answered' })
    const ended = await world.execution(execution.id)
    expect(ended).toMatchObject({
      status: 'completed',
      result: { success: true, action: 'left', comment: 'shorter', answered_at: 'client' },
      cleared_by: null,
      attempt_id: null,
    })
    expect(await world.approvalOf(execution)).toMatchObject({ decision: { by: 'coder (editor)', answered_by, grant_id: null } })
    expect((await world.events()).at(-1)).toMatchObject({
      type: 'tool.question_resolved',
      action: 'left',
      by: 'coder (editor)',
      answered_by,
    })
    expect(await reportOf(world.core, ended, ended.result)).toBe(
      'Answered at the client, not by the operator on Countersign; it approves nothing. Chosen: "left"\nWritten at the client:\n> shorter',
    )
  })

  test('comes too late after the operator’s, and the operator’s after it, even where both say the same', async () => {
    const { world, execution, question } = await asked()
    await world.engine.answerAtClient(AT_CLIENT, question, LEFT)
    expect(await world.engine.answerAtClient(AT_CLIENT, question, LEFT)).toMatchObject({ status: 'answered' })
    await expect(world.engine.answer(world.operator, question, LEFT)).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
    expect(await world.approvalOf(execution)).toMatchObject({ decision: { answered_by } })
    const other = await asked()
    await other.world.engine.answer(other.world.operator, other.question, LEFT)
    await expect(other.world.engine.answerAtClient(AT_CLIENT, other.question, LEFT)).rejects.toMatchObject({ code: 'ALREADY_SETTLED' })
    expect((await other.world.approvalOf(other.execution)).decision).not.toHaveProperty('answered_by')
  })

  test('that the question does not have is refused, and the question stays open', async () => {
    const { world, execution, question } = await asked()
    const answering = world.engine.answerAtClient(AT_CLIENT, question, { ...LEFT, action: 'up' })
    await expect(answering).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
    expect((await world.execution(execution.id)).status).toBe('awaiting_approval')
  })

  test('never answers a review, which would clear a call', async () => {
    const world = await createWorld()
    const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n'
    const execution = (await world.call('apply_patch_review', { diff })) as ExecutionIn<'awaiting_approval'>
    const answer = { action: 'apply', chunks_selected: [1], cover_high: false }
    const answering = world.engine.answerAtClient(AT_CLIENT, await world.approvalOf(execution), answer)
    await expect(answering).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await world.execution(execution.id)).status).toBe('awaiting_approval')
    expect(CATALOGUE.filter(({ question }) => question?.atClient).map(({ name }) => name)).toEqual(['prompt_user'])
  })
})

test('an operator may be asked by its own call too', async () => {
  const world = await createWorld()
  const call = { tool_name: 'prompt_user', tool_params: ASKED }
  expect((await world.engine.request(principal(['operator']), world.project, call)).status).toBe('awaiting_approval')
})
