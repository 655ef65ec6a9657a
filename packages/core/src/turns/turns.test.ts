import { inEnglish, sentence, type Turn } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld, principal, type World, YES } from '../../test/world.ts'
import { assistantFor } from '../work/core.ts'
import type { Step } from './record-step.ts'

const TOO_LONG = inEnglish(sentence('turn.too-long'))

const send = (world: World, content = 'hello', session_id?: string) =>
  world.engine.startTurn(world.operator, world.project, { content, session_id, model: (chosen) => chosen ?? 'first' })

const step = (changes: Partial<Step> = {}): Step => ({
  role: 'assistant',
  content: 'I look.',
  tool_calls: [],
  at_once: [],
  provider: { signature: 's' },
  input_tokens: 10,
  output_tokens: 2,
  ...changes,
})

const READ = { tool_name: 'read_file', tool_params: { path: 'a' } }

const messagesOf = (world: World, { session_id }: Pick<Turn, 'session_id'>) =>
  world.store.read((tx) => tx.messages.find({ equal: { session_id }, order: { column: 'created_at' } }))

const turnNow = (world: World, { id }: Turn) => world.store.read((tx) => tx.turns.get(id))

/** A step with one call, after the call was made. */
async function calling(world: World, turn: Turn, tool_name: string, tool_params: Record<string, unknown>) {
  const recorded = await world.engine.recordStep(turn, step({ tool_calls: [{ tool_name, tool_params }] }))
  const call_id = recorded?.message.tool_calls[0]?.call_id
  const request = { tool_name, tool_params, call_id, session_id: turn.session_id, turn_id: turn.id }
  return world.engine.request(assistantFor(world.operator), world.project, request)
}

describe('a message', () => {
  test('becomes a turn of the session that the assistant has with this person', async () => {
    const world = await createWorld()
    const { message, turn } = await send(world)
    expect(turn).toMatchObject({ status: 'running', model: 'first', steps: 0, message_id: message.id, ended_at: null })
    expect(await turnNow(world, turn)).toEqual(turn)
    expect(await messagesOf(world, turn)).toEqual([message])
    const session = await world.store.read((tx) => tx.sessions.get(turn.session_id))
    expect(session).toMatchObject({ agent: 'assistant', user_id: 'ada' })
    expect((await send(world)).turn.session_id).toBe(turn.session_id)
  })

  test('goes to the model that its session chose', async () => {
    const world = await createWorld()
    const session = await world.engine.openSession(assistantFor(world.operator), world.project, { model: 'second' })
    expect((await send(world, 'x', session.id)).turn.model).toBe('second')
  })

  test('reaches no session of another agent, none that has ended, none that is not there', async () => {
    const world = await createWorld()
    const { session_id } = await world.call('read_file', { path: 'a' })
    await expect(send(world, 'x', session_id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { turn } = await send(world)
    const session = await world.store.read((tx) => tx.sessions.get(turn.session_id))
    if (session) await world.engine.endSession(session)
    await expect(send(world, 'x', turn.session_id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(send(world, 'x', 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('of one person does not reach the session of another', async () => {
    const world = await createWorld()
    const { turn } = await send(world)
    const request = { content: 'x', session_id: turn.session_id, model: () => 'first' }
    const stranger = principal(['operator'], null, 'eve')
    await expect(world.engine.startTurn(stranger, world.project, request)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is in the log masked and bounded, and whole in its record', async () => {
    const world = await createWorld()
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const { turn } = await send(world, `use ${secret} ${'x'.repeat(3_000)}`)
    const [event] = (await world.events()).filter(({ type }) => type === 'chat.message') as unknown as [{ content: string }]
    expect(event.content).not.toContain(secret)
    expect(event.content).toHaveLength(2_001)
    expect((await messagesOf(world, turn))[0]?.content).toContain(secret)
  })
})

describe('a step', () => {
  test('is recorded with its calls named after it, and counted', async () => {
    const world = await createWorld()
    const { turn } = await send(world)
    await world.engine.recordStep(turn, step({ tool_calls: [READ, { ...READ, error: 'no JSON' }] }))
    const recorded = await world.engine.recordStep(turn, step())
    expect(recorded?.turn).toMatchObject({ steps: 2, input_tokens: 20, output_tokens: 4 })
    expect(await turnNow(world, turn)).toEqual(recorded?.turn)
    const [, first] = await messagesOf(world, turn)
    expect(first?.tool_calls).toEqual([
      { ...READ, call_id: `${first?.id}/1` },
      { ...READ, error: 'no JSON', call_id: `${first?.id}/2` },
    ])
  })

  test('comes after what was before it, even when the clock stands still or goes back', async () => {
    const world = await createWorld()
    const { turn } = await send(world)
    for (const content of ['1', '2']) await world.engine.recordStep(turn, step({ content, tool_calls: [READ] }))
    await world.pass(-3600)
    await world.engine.recordStep(turn, step({ content: '3' }))
    await send(world, '4', turn.session_id)
    expect((await messagesOf(world, turn)).map(({ content }) => content)).toEqual(['hello', '1', '2', '3', '4'])
  })

  test('is recorded together with the calls that are made at once', async () => {
    const world = await createWorld()
    await world.hello()
    const { turn } = await send(world)
    const others = { ...READ, tool_params: { path: 'b' } }
    const recorded = await world.engine.recordStep(turn, step({ tool_calls: [READ, others], at_once: [READ] }))
    expect(recorded?.executions).toMatchObject([{ status: 'executing', tool_name: 'read_file', call_id: `${recorded?.message.id}/1` }])
    expect(await world.execution(recorded?.executions[0]?.id as never)).toEqual(recorded?.executions[0])
    const again = { ...READ, call_id: `${recorded?.message.id}/1`, session_id: turn.session_id, turn_id: turn.id }
    expect(await world.engine.request(assistantFor(world.operator), world.project, again)).toEqual(recorded?.executions[0])
    expect((await world.events()).map(({ type }) => type).slice(-2)).toEqual(['chat.message', 'tool.execution_signal'])
  })

  test('without a call is the answer, which ends the turn', async () => {
    const world = await createWorld()
    const { turn } = await send(world)
    const recorded = await world.engine.recordStep(turn, step({ content: 'Yes.' }))
    expect(recorded?.turn).toMatchObject({ status: 'finished', steps: 1, input_tokens: 10, ended_at: expect.any(String) })
    expect(await turnNow(world, turn)).toEqual(recorded?.turn)
    expect((await world.events()).slice(-2)).toMatchObject([{ type: 'chat.message' }, { type: 'chat.turn', status: 'finished', steps: 1 }])
  })

  test('of a turn that has ended is not recorded', async () => {
    const world = await createWorld()
    const { turn } = await send(world)
    await world.engine.endTurn(turn, { status: 'stopped' })
    expect(await world.engine.recordStep(turn, step())).toBeUndefined()
    expect(await messagesOf(world, turn)).toHaveLength(1)
  })

  test('leaves the names of its calls in the log, not their parameters', async () => {
    const world = await createWorld()
    const { turn } = await send(world)
    await world.engine.recordStep(turn, step({ tool_calls: [READ] }))
    const event = (await world.events()).findLast(({ type }) => type === 'chat.message')
    expect(event).toMatchObject({ role: 'assistant', tool_calls: [{ tool_name: 'read_file' }] })
    expect(JSON.stringify(event)).not.toContain('tool_params')
  })
})

describe('a turn', () => {
  test('ends once: the first end counts', async () => {
    const world = await createWorld()
    const { turn } = await send(world)
    const ended = await world.engine.endTurn(turn, { status: 'failed', error: sentence('turn.too-long'), code: 'INTERNAL' })
    expect(ended).toMatchObject({
      status: 'failed',
      error: TOO_LONG,
      error_form: { form: 'turn.too-long' },
      error_type: 'INTERNAL',
      ended_at: expect.any(String),
    })
    expect(await world.engine.endTurn(turn, { status: 'finished' })).toEqual(ended)
    const events = (await world.events()).filter(({ type }) => type === 'chat.turn')
    expect(events).toMatchObject([
      { status: 'started' },
      { status: 'failed', error: TOO_LONG, error_form: { form: 'turn.too-long' }, error_code: 'INTERNAL' },
    ])
  })

  test('that ends withdraws its approvals and cancels what runs, and nothing of the next turn', async () => {
    const world = await createWorld()
    await world.hello()
    const [one, two] = [(await send(world)).turn, (await send(world)).turn]
    const asked = await calling(world, one, 'execute_command', { command: 'git', args: ['commit', '-m', 'x'] })
    const running = await calling(world, one, 'read_file', { path: 'a' })
    const others = await calling(world, two, 'read_file', { path: 'b' })
    await world.engine.endTurn(one, { status: 'stopped' })
    expect(await world.approvalOf(asked)).toMatchObject({ status: 'withdrawn' })
    expect(await world.execution(running.id)).toMatchObject({ status: 'cancelled', error_type: 'CANCELLED' })
    expect(await world.execution(others.id)).toMatchObject({ status: 'executing' })
  })

  test('that has ended calls nothing any more', async () => {
    const world = await createWorld()
    await world.hello()
    const { turn } = await send(world)
    await world.engine.recordStep(turn, step({ tool_calls: [READ] }))
    await world.engine.endTurn(turn, { status: 'stopped' })
    const call = { ...READ, session_id: turn.session_id, turn_id: turn.id, call_id: 'x/1' }
    await expect(world.engine.request(assistantFor(world.operator), world.project, call)).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  test('ends with its session, which says why', async () => {
    const world = await createWorld()
    await world.hello()
    const { turn } = await send(world)
    const asked = await calling(world, turn, 'execute_command', { command: 'git', args: ['commit', '-m', 'x'] })
    const session = await world.store.read((tx) => tx.sessions.get(turn.session_id))
    if (session) await world.engine.endSession(session)
    expect(await turnNow(world, turn)).toMatchObject({ status: 'stopped', error: 'the session ended' })
    expect(await world.approvalOf(asked)).toMatchObject({ status: 'withdrawn' })
  })

  test('may be asked for the same call again: it is the same execution', async () => {
    const world = await createWorld()
    await world.hello()
    const { turn } = await send(world)
    const params = { command: 'git', args: ['commit', '-m', 'x'] }
    const first = await calling(world, turn, 'execute_command', params)
    await world.engine.decide(world.operator, await world.approvalOf(first), YES)
    const call_id = first.call_id ?? ''
    const request = { tool_name: 'execute_command', tool_params: params, call_id, session_id: turn.session_id, turn_id: turn.id }
    const again = await world.engine.request(assistantFor(world.operator), world.project, request)
    expect(again).toMatchObject({ id: first.id, status: 'executing' })
  })
})

test('the assistant acts for the person as an agent of its own name', async () => {
  const world = await createWorld()
  await world.hello()
  const { turn } = await send(world)
  const asked = await calling(world, turn, 'execute_command', { command: 'git', args: ['commit', '-m', 'x'] })
  expect(await world.approvalOf(asked)).toMatchObject({ agent: 'assistant', user_id: 'ada' })
  expect(assistantFor(world.operator).roles).toEqual(['agent'])
})
