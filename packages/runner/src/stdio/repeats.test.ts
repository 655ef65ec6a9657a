// The same call again: the same result, and never a second effect; also after the runner was killed.
import { describe, expect, test } from 'vitest'
import { makePlace } from '../../test/runner-fixture.ts'
import { type Message, type Parent, startParent } from '../../test/stdio-fixture.ts'
import type { RunnerFaultPoint } from '../ports/fault-points.ts'

const append = { path: 'log.md', content: 'x', mode: 'append' }
const errorOf = (message: Message) => message.error as { code: string; message: string }

describe('a call that comes again', () => {
  test('while it runs and after it has ended runs once', async () => {
    await using parent = startParent({ approve: 'all' })
    for (let i = 0; i < 10; i++) parent.call('c', 'write_file', append)
    await parent.result('c')
    parent.call('c', 'write_file', append)
    parent.call('after', 'read_file', { path: 'log.md' })
    expect(await parent.result('after')).toMatchObject({ result: { content: 'x' } })
    const [first, ...more] = parent.results('c')
    expect(more.length).toBeGreaterThan(0)
    for (const result of more) expect(result).toEqual(first)
  })

  test('gets the result of a read as it was, not a new one', async () => {
    await using parent = startParent({ approve: 'all' })
    parent.call('r', 'read_file', { path: 'a.txt' })
    await parent.result('r')
    parent.call('w', 'write_file', { path: 'a.txt', content: 'changed' })
    await parent.result('w')
    parent.call('r', 'read_file', { path: 'a.txt' })
    await expect.poll(() => parent.results('r')).toHaveLength(2)
    expect(parent.results('r')[1]).toEqual(parent.results('r')[0])
  })

  test('while its question waits asks no second time', async () => {
    await using parent = startParent()
    parent.call('c', 'write_file', append)
    await parent.question('c')
    parent.call('c', 'write_file', append)
    parent.decide('c', 'approve')
    await parent.result('c')
    expect(parent.questions('c')).toHaveLength(1)
    expect(parent.file('log.md')).toBe('x')
  })

  test('with other arguments is another call, and is refused', async () => {
    await using parent = startParent({ approve: 'all' })
    parent.call('c', 'write_file', append)
    await parent.result('c')
    parent.call('c', 'write_file', { ...append, content: 'y' })
    await expect.poll(() => parent.errors()).toMatchObject([{ call_id: 'c', error: { code: 'INVALID_ARGUMENTS' } }])
    expect(parent.file('log.md')).toBe('x')
  })

  test('in another workspace with the same data folder is a call of its own, and finds no process of the first', async () => {
    using first = makePlace()
    using second = makePlace()
    {
      await using parent = startParent({ approve: 'all', place: first })
      parent.call('c', 'write_file', append)
      parent.call('p', 'run_persistent', { command: 'echo private', process_id: 'web' })
      await Promise.all([parent.result('c'), parent.result('p')])
    }
    await using parent = startParent({ approve: 'all', place: { ...second, dataDir: first.dataDir } })
    parent.call('c', 'write_file', append)
    parent.call('r', 'read_process', { process_id: 'web' })
    expect(await parent.result('c')).toMatchObject({ result: { success: true } })
    expect(parent.file('log.md')).toBe('x')
    const told = await parent.result('r')
    expect(errorOf(told)).toMatchObject({ code: 'NOT_FOUND' })
    expect(JSON.stringify(told)).not.toContain('private')
  })

  test('after a restart gets the result of the first life', async () => {
    using place = makePlace()
    const results: Message[] = []
    for (const _ of [1, 2, 3]) {
      await using parent = startParent({ approve: 'all', place })
      parent.call('c', 'write_file', append)
      results.push(await parent.result('c'))
      expect(parent.file('log.md')).toBe('x')
      parent.child.stdin?.end()
      expect(await parent.ended()).toEqual({ code: 0, signal: null })
    }
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
  })

  test('after a restart with other arguments is a new call', async () => {
    using place = makePlace()
    for (const content of ['x', 'y']) {
      await using parent = startParent({ approve: 'all', place })
      parent.call('c', 'write_file', { ...append, content })
      expect(await parent.result('c')).toMatchObject({ result: { success: true } })
    }
    await using parent = startParent({ approve: 'all', place })
    expect(parent.file('log.md')).toBe('xy')
  })
})

const effects = (parent: Parent): number => {
  try {
    return parent.file('log.md').length
  } catch {
    return 0
  }
}

const cases: { at: RunnerFaultPoint; says: 'result' | 'RUNNER_LOST'; ran: number; thenRan: number }[] = [
  { at: 'before-started', says: 'result', ran: 0, thenRan: 1 },
  { at: 'after-started', says: 'RUNNER_LOST', ran: 0, thenRan: 0 },
  { at: 'before-run', says: 'RUNNER_LOST', ran: 0, thenRan: 0 },
  { at: 'after-run', says: 'RUNNER_LOST', ran: 1, thenRan: 1 },
  { at: 'before-outbox', says: 'RUNNER_LOST', ran: 1, thenRan: 1 },
  { at: 'after-outbox', says: 'result', ran: 1, thenRan: 1 },
]

test.each(cases)('killed $at, the same call says $says after a restart, and has run $thenRan times', async ({ at, says, ran, thenRan }) => {
  using place = makePlace()
  {
    await using parent = startParent({ approve: 'all', place, environment: { COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: at } })
    parent.call('c', 'write_file', append)
    expect(await parent.ended()).toEqual({ code: null, signal: 'SIGKILL' })
    expect(effects(parent)).toBe(ran)
  }
  for (const _ of [1, 2]) {
    await using parent = startParent({ approve: 'all', place })
    parent.call('c', 'write_file', append)
    const result = await parent.result('c')
    if (says === 'result') expect(result).toMatchObject({ result: { success: true } })
    else expect(errorOf(result)).toEqual({ code: says, message: expect.stringContaining('outcome unknown') })
    expect(effects(parent)).toBe(thenRan)
  }
})
