import { sentence } from '@countersign/protocol'
import { describe, expect, test, vi } from 'vitest'
import { YES } from '../../core/test/world.ts'
import { call, calls, read, scripted, thinkForever, write } from '../test/scripted-steps.ts'
import { createTurnWorld, runWell, WAIT } from '../test/turn-world.ts'

const DONE = { content: 'Done.' }
const STOPPED = sentence('turn.stopped')

describe('turns', () => {
  test('of one session run one after the other, each with what was said until then', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md')), { content: 'First.' }, { content: 'Second.' }] })
    const first = await world.send('one')
    const approval = await world.asked('write_file')
    const second = await world.send('two', first.session_id)
    await world.engine.decide(world.operator, approval, YES)
    await world.end(second)
    expect(world.model.seen.map((entries) => entries.map(({ kind, text }) => (kind === 'result' ? kind : text)))).toEqual([
      ['one'],
      ['one', '', 'result'],
      ['one', '', 'result', 'First.', 'two'],
    ])
    expect(await world.seeTurn(first)).toMatchObject({ status: 'finished', steps: 2 })
  })

  test('of several sessions run beside each other', async () => {
    const world = await createTurnWorld({ script: [thinkForever, DONE] })
    const slow = await world.send('slow')
    const session = await world.engine.openSession(world.operator, world.project, {})
    await world.core.store.transact((tx) => tx.sessions.update({ ...session, agent: 'assistant' }))
    expect(await world.end(await world.send('quick', session.id))).toMatchObject({ status: 'finished' })
    expect(await world.seeTurn(slow)).toMatchObject({ status: 'running' })
    await world.runtime().stopTurn(slow, STOPPED)
    expect(await world.end(slow)).toMatchObject({ status: 'stopped' })
  })

  test('whose model is not configured any more fail in words, and no other model hears of them', async () => {
    const world = await createTurnWorld({ script: [thinkForever] })
    const turn = await world.send('go')
    const other = scripted([DONE], 'other')
    await world.restart([other])
    expect(await world.end(turn)).toMatchObject({ status: 'failed', error: expect.stringContaining('scripted is not configured') })
    expect(other.seen).toEqual([])
  })
})

describe('a server that stops and starts', () => {
  test('goes on with what was thought of, and with what was waiting behind it', async () => {
    const world = await createTurnWorld({ script: [thinkForever, { content: 'First.' }, { content: 'Second.' }] })
    const first = await world.send('one')
    const second = await world.send('two', first.session_id)
    await vi.waitFor(() => expect(world.model.seen).toHaveLength(1), WAIT)
    await world.restart()
    await world.end(second)
    expect(await world.seeTurn(first)).toMatchObject({ status: 'finished', steps: 1 })
    expect(world.model.seen[1]).toEqual(world.model.seen[0])
  })

  test('goes on in the middle of a step: what is done is not done again', async () => {
    const world = await createTurnWorld({ script: [calls(read('1'), write('2.md'), read('3')), DONE] })
    const turn = await world.send('go')
    const approval = await world.asked('write_file')
    await world.restart()
    await world.restart()
    await world.engine.decide(world.operator, approval, YES)
    expect(await world.end(turn)).toMatchObject({ status: 'finished', steps: 2 })
    expect(world.ran).toEqual(['read_file 1', 'write_file 2.md', 'read_file 3'])
    expect(world.model.results()).toHaveLength(3)
    expect(world.defects).toEqual([])
  })

  test('says no more than once per start that a turn waits', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md'))] })
    await world.send('go')
    await world.asked('write_file')
    const waits = async () =>
      (await world.events()).filter((event) => event.type === 'chat.turn' && (event as { status?: string }).status === 'waiting')
    await vi.waitFor(async () => expect(await waits()).toHaveLength(1), WAIT)
    await world.restart()
    await vi.waitFor(async () => expect(await waits()).toHaveLength(2), WAIT)
    await world.runtime().stop()
    expect(await waits()).toHaveLength(2)
  })
})

describe('a turn that the operator stops', () => {
  test('while the model thinks has no further step', async () => {
    const world = await createTurnWorld({ script: [thinkForever] })
    const turn = await world.send('go')
    await vi.waitFor(() => expect(world.model.seen).toHaveLength(1), WAIT)
    expect(await world.runtime().stopTurn(turn, STOPPED)).toMatchObject({ status: 'stopped', error: 'You stopped it.' })
    await world.runtime().stop()
    expect((await world.messages(turn)).map(({ role }) => role)).toEqual(['user'])
  })

  test('while a model answers that hears nothing is not acted on', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const world = await createTurnWorld({ script: [async () => promise.then(() => calls(write('a.md')))] })
    const turn = await world.send('go')
    await vi.waitFor(() => expect(world.model.seen).toHaveLength(1), WAIT)
    await world.runtime().stopTurn(turn, STOPPED)
    resolve()
    await world.runtime().stop()
    expect(await world.executions()).toEqual([])
    expect(await world.seeTurn(turn)).toMatchObject({ status: 'stopped', steps: 0 })
  })

  test('while an approval waits has it withdrawn, and makes no further call', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md'), read('b'), read('c'))] })
    const turn = await world.send('go')
    const approval = await world.asked('write_file')
    await world.runtime().stopTurn(turn, STOPPED)
    await world.runtime().stop()
    expect(await world.store.read((tx) => tx.approvals.get(approval.id))).toMatchObject({ status: 'withdrawn' })
    expect((await world.executions()).map(({ status }) => status)).toEqual(['cancelled'])
    expect(world.defects).toEqual([])
  })

  test('while a call runs has it cancelled at the runner, and what it started before ended', async () => {
    const script = [calls(call('run_persistent', { command: 'npm start', process_id: 'web' }), read('a'))]
    const world = await createTurnWorld({
      script,
      run: (execution) => (execution.tool_name === 'read_file' ? undefined : runWell(execution)),
    })
    const turn = await world.send('go')
    await world.engine.decide(world.operator, await world.asked('run_persistent'), YES)
    await vi.waitFor(() => expect(world.ran).toHaveLength(2), WAIT)
    await world.runtime().stopTurn(turn, STOPPED)
    const ended = (await world.events()).flatMap((event) => (event.type === 'tool.cancel' ? [(event as { tool_id?: string }).tool_id] : []))
    expect(ended.toSorted()).toEqual((await world.executions()).map(({ id }) => id).toSorted())
  })

  test('before it began leaves the one before it alone', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md')), DONE] })
    const first = await world.send('one')
    const approval = await world.asked('write_file')
    const second = await world.send('two', first.session_id)
    await world.runtime().stopTurn(second, STOPPED)
    await world.engine.decide(world.operator, approval, YES)
    expect(await world.end(first)).toMatchObject({ status: 'finished' })
    expect(await world.seeTurn(second)).toMatchObject({ status: 'stopped', steps: 0 })
  })
})

test('a session that ends takes its turns with it, and the runtime is quiet about it', async () => {
  const world = await createTurnWorld({ script: [calls(write('a.md'), write('b.md')), thinkForever] })
  const turn = await world.send('go')
  await world.asked('write_file')
  const session = await world.store.read((tx) => tx.sessions.get(turn.session_id))
  if (session) await world.engine.endSession(session)
  world.runtime().leave(turn.session_id)
  await world.runtime().stop()
  expect(await world.seeTurn(turn)).toMatchObject({ status: 'stopped', error: 'the session ended' })
  expect(world.defects).toEqual([])
  expect(await world.executions()).toHaveLength(1)
})

test('a turn whose session was silent for too long ends in words, not as a defect', async () => {
  const world = await createTurnWorld({ script: [calls(read('a'))] })
  const { turn } = await world.engine.startTurn(world.operator, world.project, {
    content: 'go',
    session_id: undefined,
    model: world.runtime().modelFor,
  })
  await world.store.transact(async (tx) => {
    const session = await tx.sessions.get(turn.session_id)
    if (session) await tx.sessions.update({ ...session, last_call_at: '2025-01-01T00:00:00.000Z' })
  })
  world.runtime().wake(turn)
  expect(await world.end(turn)).toMatchObject({
    status: 'failed',
    error_type: 'NOT_FOUND',
    error: expect.stringContaining('session has ended'),
  })
  expect(world.defects).toEqual([])
})

test('what fails in the store is a defect, and the turn goes on after the next start', async () => {
  let broken = false
  const faults = (point: string) => {
    if (broken && /^(step|turn):before/.test(point)) throw new Error('the disk is full')
  }
  const world = await createTurnWorld({ script: [DONE, DONE], faults })
  const { turn } = await world.engine.startTurn(world.operator, world.project, {
    content: 'go',
    session_id: undefined,
    model: world.runtime().modelFor,
  })
  broken = true
  world.runtime().wake(turn)
  await vi.waitFor(() => expect(world.defects).toHaveLength(2), WAIT)
  broken = false
  await world.restart()
  expect(await world.end(turn)).toMatchObject({ status: 'finished' })
})
