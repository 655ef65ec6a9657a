// A review clears exactly the diff that it returned: once, for a limited time, in its own session.
import { parsePolicy } from '@countersign/policy'
import type { QuestionAnswer } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld, principal, type World, type WorldOptions } from '../../test/world.ts'

const change = (path: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`
const DIFF = change('one.md') + change('two.md')

async function reviewed(options: WorldOptions = {}, answer: Partial<QuestionAnswer> = {}, diff = DIFF) {
  const world = await createWorld({ ...options, settings: { lease_seconds: 600, ...options.settings } })
  await world.hello()
  const execution = await world.call('apply_patch_review', { diff })
  const question = await world.approvalOf(execution)
  const given = { action: 'apply', chunks_selected: [1], cover_high: false, ...answer }
  await world.engine.answer(world.operator, question, given)
  const { result, session_id } = await world.execution(execution.id)
  const { filtered_diff } = result as { filtered_diff: string }
  return { world, question, session_id, filtered_diff, apply: (more = {}) => world.call('apply_patch', { diff: filtered_diff }, more) }
}

const grantsOf = (world: World) => world.store.transact((tx) => tx.grants.find({ equal: { project_id: world.project.id } }))

describe('a grant for exactly one call', () => {
  test('sends that call straight to the runner, and is used up by it', async () => {
    const { world, apply, question } = await reviewed()
    const [grant] = await grantsOf(world)
    expect(grant).toMatchObject({ scope: 'exact', cover_high: false, revoked_at: null, approval_id: question.id })
    expect(Date.parse(grant?.expires_at ?? '') - world.now()).toBe(600_000)
    const applied = await apply()
    expect(applied).toMatchObject({ status: 'executing', requires_approval: false, cleared_by: { kind: 'grant', grant_id: grant?.id } })
    expect(await world.events()).toContainEqual(
      expect.objectContaining({ type: 'grant.revoked', grant_id: grant?.id, used_by: applied.id }),
    )
    expect((await world.events()).map(({ type }) => type)).not.toContain('tool.preview_request')
    expect((await apply()).status).toBe('pending')
    expect(await world.approvalOf({ ...applied, approval_id: question.id })).toMatchObject({ decision: { grant_id: grant?.id } })
  })

  test('covers one of many calls made at once, and the same call id only once', async () => {
    const { apply } = await reviewed()
    const calls = await Promise.all(Array.from({ length: 10 }, (_, index) => apply({ call_id: `call-${index % 5}` })))
    const covered = calls.filter(({ status }) => status === 'executing')
    expect(new Set(covered.map(({ id }) => id)).size).toBe(1)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(5)
  })

  test('covers it the same whether the text comes in place or by reference', async () => {
    const { world, filtered_diff } = await reviewed()
    const $body = await world.core.bodies.put(world.project.id, new TextEncoder().encode(filtered_diff))
    expect((await world.call('apply_patch', { diff: { $body } })).status).toBe('executing')
  })

  test('covers nothing else: not the whole diff, not a byte more, no other tool', async () => {
    const { world, filtered_diff } = await reviewed()
    for (const diff of [DIFF, `${filtered_diff}\n`, filtered_diff.replace('+b', '+c')]) {
      expect((await world.call('apply_patch', { diff })).status).not.toBe('executing')
    }
    expect((await world.call('write_file', { path: 'one.md', content: 'b\n' })).status).toBe('pending')
    const [grant] = await grantsOf(world)
    expect(grant?.revoked_at).toBeNull()
  })

  test('is for the same session and agent', async () => {
    const { world, filtered_diff } = await reviewed()
    const other = principal(['agent'], 'another')
    const call = { tool_name: 'apply_patch', tool_params: { diff: filtered_diff } }
    expect((await world.engine.request(other, world.project, call)).status).toBe('pending')
    const session = await world.engine.openSession(world.agent, world.project, { title: 'second' })
    expect((await world.call('apply_patch', { diff: filtered_diff }, { session_id: session.id })).status).toBe('pending')
  })

  test('ends after its time, with its session, and when it is revoked', async () => {
    const late = await reviewed()
    await late.world.pass(601)
    await late.world.hello()
    expect((await late.apply()).status).toBe('pending')
    const revoked = await reviewed()
    for (const grant of await grantsOf(revoked.world)) await revoked.world.engine.revokeGrant(grant)
    expect((await revoked.apply()).status).toBe('pending')
    const ended = await reviewed()
    const session = await ended.world.store.transact((tx) => tx.sessions.get(ended.session_id))
    if (session) await ended.world.engine.endSession(session)
    expect((await ended.apply()).status).toBe('pending')
  })

  test('covers HIGH only where the operator ticked it', async () => {
    const script = change('run.sh')
    const { world, apply } = await reviewed({}, { cover_high: true }, script)
    expect(await grantsOf(world)).toMatchObject([{ cover_high: true }])
    expect(await apply()).toMatchObject({ status: 'executing', risk_level: 'HIGH' })
    const unticked = await createWorld()
    const question = await unticked.approvalOf(await unticked.call('apply_patch_review', { diff: script }))
    const answering = unticked.engine.answer(unticked.operator, question, { action: 'apply', chunks_selected: [1], cover_high: false })
    await expect(answering).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' })
  })

  test.each([
    ['ask', 'pending', null],
    ['deny', 'failed', 'POLICY_DENIED'],
  ])('never beats a rule that says %s', async (action, status, error_type) => {
    const examples = 'examples.match = [{ tool = "apply_patch" }]\nexamples.no_match = [{ tool = "read_file", path = "a" }]'
    const policy = parsePolicy(`[[rule]]\nname = "r"\ndo = "${action}"\ntools = ["apply_patch"]\nwhy = "w"\n${examples}\n`)
    const { world, apply } = await reviewed({ policy })
    expect(await apply()).toMatchObject({ status, error_type })
    expect((await grantsOf(world))[0]?.revoked_at).toBeNull()
  })

  test.each(['cancel', 'dismissed'])('is not given by %s', async (action) => {
    const world = await createWorld()
    const question = await world.approvalOf(await world.call('apply_patch_review', { diff: DIFF }))
    await world.engine.answer(world.operator, question, { action, cover_high: false })
    expect(await grantsOf(world)).toEqual([])
  })
})

test('the hunks of an answer in another order are the same answer', async () => {
  const world = await createWorld()
  const question = await world.approvalOf(await world.call('apply_patch_review', { diff: DIFF }))
  const answer = (chunks_selected: number[]) =>
    world.engine.answer(world.operator, question, { action: 'apply', chunks_selected, cover_high: false })
  const first = await answer([2, 1])
  expect(await answer([1, 2])).toEqual(first)
  await expect(answer([1])).rejects.toMatchObject({ http: 409 })
})

describe('a patch that comes by reference', () => {
  const sent = async (world: World, text: string) => ({
    $body: await world.core.bodies.put(world.project.id, new TextEncoder().encode(text)),
  })

  test('is judged by its words, asked about in them, and judged again at its preview', async () => {
    const world = await createWorld()
    await world.hello()
    const secret = await world.call('apply_patch', { diff: await sent(world, change('.env')) })
    expect(secret).toMatchObject({ status: 'failed', error_type: 'SENSITIVE_FILE' })
    const diff = await sent(world, change('run.sh'))
    const pending = await world.call('apply_patch', { diff })
    expect(pending).toMatchObject({ status: 'pending', risk_level: 'HIGH', tool_params: { diff } })
    const asked = await world.preview(pending, 'run.sh', 'a'.repeat(64))
    expect(await world.approvalOf(asked)).toMatchObject({ risk_level: 'HIGH', description: expect.stringContaining('run.sh') })
  })

  test('is judged by its words where the operator puts it in by an edit', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.preview(await world.call('apply_patch', { diff: change('one.md') }), 'one.md')
    const decide = async (text: string) =>
      world.engine.decide(world.operator, await world.approvalOf(asked), {
        decision: 'approved',
        scope: 'once',
        edited_params: { diff: await sent(world, text) },
        cover_high: false,
        stop: false,
      })
    await expect(decide(change('../x'))).rejects.toMatchObject({ code: 'PATH_OUTSIDE_WORKSPACE' })
    expect(await decide(change('run.sh'))).toMatchObject({ status: 'awaiting_approval' })
    expect(await world.execution(asked.id)).toMatchObject({ risk_level: 'HIGH' })
  })
})
