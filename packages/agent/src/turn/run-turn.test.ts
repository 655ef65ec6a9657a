import { LIMITS, sentence } from '@countersign/protocol'
import { describe, expect, test, vi } from 'vitest'
import { NO, YES } from '../../../core/test/world.ts'
import { call, calls, read, thinkForever, write } from '../../test/scripted-steps.ts'
import { createTurnWorld, ruleOn, runWell, WAIT } from '../../test/turn-world.ts'
import { ModelError } from '../model.ts'
import { groupCalls } from './run-calls.ts'

const DONE = { content: 'Done.' }

describe('a turn', () => {
  test('goes through calls and results to an answer, all of it on record', async () => {
    const world = await createTurnWorld({ script: [{ content: 'I look.', calls: [read('a.md')] }, DONE] })
    const turn = await world.end(await world.send('look at a.md'))
    expect(turn).toMatchObject({ status: 'finished', steps: 2, error: null })
    const messages = await world.messages(turn)
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'look at a.md'],
      ['assistant', 'I look.'],
      ['assistant', 'Done.'],
    ])
    expect(world.model.seen[1]).toMatchObject([
      { kind: 'user', text: 'look at a.md' },
      { kind: 'assistant', text: 'I look.' },
      { kind: 'result', text: expect.stringContaining('text of a.md'), failed: false },
    ])
  })

  test('runs reads of a step together and everything else in order', async () => {
    const step = calls(read('1'), read('2'), write('3.md'), read('4'))
    const running: string[] = []
    const world = await createTurnWorld({
      script: [step, DONE],
      run: (execution) => {
        running.push(String(execution.tool_params.path))
        // The first read ends only once the second runs at the same time.
        if (execution.tool_params.path === '1') return undefined
        if (execution.tool_params.path === '2') void finishFirst()
        return runWell(execution)
      },
    })
    const finishFirst = async () => {
      const first = (await world.executions()).find(({ tool_params }) => tool_params.path === '1')
      if (first) await world.engine.settle(first, runWell(first) as never)
    }
    const turn = await world.send('go')
    const approval = await world.asked('write_file')
    expect(running).toEqual(['1', '2'])
    await world.engine.decide(world.operator, approval, YES)
    await world.end(turn)
    expect(running).toEqual(['1', '2', '3.md', '4'])
    expect(world.model.results().map(({ text }) => /text of (\S+)|3\.md/.exec(text)?.[0])).toEqual([
      'text of 1',
      'text of 2',
      '3.md',
      'text of 4',
    ])
  })

  test('tells the model of each call that could not be read, beside the results of the others', async () => {
    const broken = { ...call('read_file'), error: 'The arguments are no JSON.' }
    const world = await createTurnWorld({ script: [calls(broken, read('a'), call('no_such_tool'), read('../x')), DONE] })
    await world.end(await world.send('go'))
    expect(world.model.results()).toMatchObject([
      { text: 'The arguments are no JSON.', failed: true },
      { text: expect.stringContaining('text of a'), failed: false },
      { text: expect.stringContaining('Tool not found'), failed: true },
      { text: expect.stringContaining('Path outside workspace'), failed: true },
    ])
    expect(await world.executions()).toHaveLength(3)
  })

  test('survives a call with a reference to a body that nobody stored', async () => {
    const world = await createTurnWorld({ script: [calls(call('write_file', { path: 'a.md', content: { $body: 'f'.repeat(64) } })), DONE] })
    expect(await world.end(await world.send('go'))).toMatchObject({ status: 'finished' })
    expect(world.model.results()).toMatchObject([{ text: expect.stringContaining('Invalid arguments'), failed: true }])
    expect(world.defects).toEqual([])
  })

  test('ends where the operator says stop with a rejection: the calls after it are not made', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md'), read('b')), DONE] })
    const sent = await world.send('go')
    await world.engine.decide(world.operator, await world.asked('write_file'), { ...NO, stop: true })
    expect(await world.end(sent)).toMatchObject({ status: 'stopped', error: 'You said stop.', steps: 1 })
    expect(world.ran).toEqual([])
    const next = await world.send('and now', sent.session_id)
    await world.end(next)
    expect(world.model.results().map(({ text }) => text)).toEqual([
      expect.stringContaining('Approval denied'),
      'It was not run: the turn had been stopped before.',
    ])
  })

  test('does not wait for the other questions of a step once the operator has said stop', async () => {
    const steps = [calls(read('1'), read('2')), DONE]
    const world = await createTurnWorld({ script: steps, policy: ruleOn('read_file', 'ask', 'reads are asked') })
    const sent = await world.send('go')
    await world.engine.decide(world.operator, await world.asked('read_file'), { ...NO, stop: true })
    expect(await world.end(sent)).toMatchObject({ status: 'stopped' })
    expect((await world.executions()).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'rejected'])
  })

  test('approved with stop runs what was approved and ends', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md')), DONE] })
    const sent = await world.send('go')
    await world.engine.decide(world.operator, await world.asked('write_file'), { ...YES, stop: true })
    expect(await world.end(sent)).toMatchObject({ status: 'stopped', steps: 1 })
    expect(world.ran).toEqual(['write_file a.md'])
  })

  test('says that it waits while the operator is asked', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md')), DONE] })
    const sent = await world.send('go')
    await world.engine.decide(world.operator, await world.asked('write_file'), YES)
    await world.end(sent)
    const turns = (await world.events()).filter(({ type }) => type === 'chat.turn')
    expect(turns).toMatchObject([{ status: 'started' }, { status: 'waiting' }, { status: 'finished' }])
  })

  test('whose model cannot answer ends in the model’s words', async () => {
    const problem = new ModelError('key', sentence('text', { text: 'The key is wrong.' }))
    const world = await createTurnWorld({
      script: [
        () => {
          throw problem
        },
      ],
    })
    expect(await world.end(await world.send('go'))).toMatchObject({ status: 'failed', error: 'The key is wrong.' })
  })

  test('that meets a defect ends in words and leaves the defect to the log', async () => {
    const defect = new Error('a secret of the inside')
    const world = await createTurnWorld({ script: [() => Promise.reject(defect)] })
    const turn = await world.end(await world.send('go'))
    expect(turn).toMatchObject({ status: 'failed', error_type: 'INTERNAL', error: expect.not.stringContaining('secret') })
    expect(world.defects).toEqual([defect])
  })
})

describe('the limits of a turn', () => {
  test('end it after so many steps', async () => {
    const script = Array.from({ length: LIMITS.maxTurnSteps + 5 }, (_, index) => calls(read(`${index}`)))
    const world = await createTurnWorld({ script })
    const turn = await world.end(await world.send('go'))
    expect(turn).toMatchObject({ status: 'failed', steps: LIMITS.maxTurnSteps, error: expect.stringMatching(/100 steps.*Write again/) })
    expect(world.ran).toHaveLength(LIMITS.maxTurnSteps)
  })

  test('end it after so many tokens', async () => {
    const world = await createTurnWorld({ script: [{ ...calls(read('a')), tokens: LIMITS.maxTurnTokens }, DONE] })
    expect(await world.end(await world.send('go'))).toMatchObject({ status: 'failed', error: expect.stringContaining('tokens') })
  })

  test('end it after so many minutes, also while the model thinks', async () => {
    const world = await createTurnWorld({ script: [calls(write('a.md')), thinkForever] })
    const sent = await world.send('go')
    const approval = await world.asked('write_file')
    await world.core.store.transact(async (tx) => {
      const earlier = new Date(world.now() - LIMITS.maxTurnMinutes * 60_000 + 50).toISOString()
      await tx.turns.update({ ...sent, created_at: earlier })
    })
    await world.restart()
    await world.engine.decide(world.operator, approval, YES)
    expect(await world.end(sent)).toMatchObject({ status: 'failed', error: expect.stringMatching(/120 minutes.*Write again/) })
  })
})

describe('groupCalls', () => {
  const grouped = (...names: string[]) =>
    groupCalls(names.map((tool_name, index) => ({ call_id: `${index}`, tool_name, tool_params: {} }))).map((group) =>
      group.map(({ tool_name }) => tool_name).join(' '),
    )

  test.each([
    [['read_file', 'list_directory', 'git.status'], ['read_file list_directory git.status']],
    [
      ['read_file', 'write_file', 'read_file', 'search_in_project'],
      ['read_file', 'write_file', 'read_file search_in_project'],
    ],
    [
      ['read_process', 'kill_process', 'read_process'],
      ['read_process', 'kill_process', 'read_process'],
    ],
    [
      ['git.diff', 'git.branch', 'execute_command', 'execute_command'],
      ['git.diff', 'git.branch', 'execute_command', 'execute_command'],
    ],
    [
      ['prompt_user', 'read_file'],
      ['prompt_user', 'read_file'],
    ],
    [
      ['no_such_tool', 'read_file'],
      ['no_such_tool', 'read_file'],
    ],
    [[], []],
  ])('%j', (names, groups) => expect(grouped(...names)).toEqual(groups))
})

test('what a model says reaches whoever reads along', async () => {
  const world = await createTurnWorld({ script: [{ content: 'One.', calls: [read('a')] }, DONE] })
  const pieces: unknown[] = []
  const follower = { onItem: () => undefined, onTransient: ({ payload }: { payload: object }) => void pieces.push(payload) }
  const leave = world.core.feed.follow(world.project.id, 0, follower)
  const turn = await world.end(await world.send('go'))
  leave()
  const place = { turn_id: turn.id, session_id: turn.session_id, offset: 0 }
  await vi.waitFor(() => expect(pieces).toHaveLength(2), WAIT)
  expect(pieces).toEqual([
    { ...place, step: 0, text: 'One.' },
    { ...place, step: 1, text: 'Done.' },
  ])
})
