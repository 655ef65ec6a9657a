import { findEventProblem, type LogRow } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { AT } from '../../test/records.ts'
import { sampleRow } from '../../test/sample-rows.ts'
import { createWorld, type World } from '../../test/world.ts'
import { type Audience, renderItem } from '../executions/reporting.ts'
import type { FeedItem } from './follower.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

function follow(world: World, after = 0) {
  const items: FeedItem[] = []
  const stop = world.core.feed.follow(world.project.id, after, { onItem: (item) => void items.push(item) })
  return { items, stop, seqs: () => items.map(({ row }) => row.seq) }
}

describe('a follower', () => {
  test('gets what it missed, then goes on live, in order, without gap or repeat', async () => {
    const world = await createWorld()
    await world.engine.filesChanged(world.project.id, ['a'])
    await world.engine.filesChanged(world.project.id, ['b'])
    const reader = follow(world, 1)
    await Promise.all(Array.from({ length: 50 }, (_, i) => world.engine.filesChanged(world.project.id, [`f${i}`])))
    await settled()
    expect(reader.seqs()).toEqual(Array.from({ length: 51 }, (_, i) => i + 2))
    reader.stop()
    await world.engine.filesChanged(world.project.id, ['c'])
    await settled()
    expect(reader.seqs()).toHaveLength(51)
  })

  test('that is slow still gets everything in order', async () => {
    const world = await createWorld()
    const seqs: number[] = []
    const slow = async ({ row }: FeedItem) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      seqs.push(row.seq)
    }
    world.core.feed.follow(world.project.id, 0, { onItem: slow })
    for (let i = 0; i < 20; i++) await world.engine.filesChanged(world.project.id, [`f${i}`])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(seqs).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  test('on another node catches up when it is woken', async () => {
    const world = await createWorld()
    const reader = follow(world)
    const rows = await world.store.transact((tx) => tx.events.append(world.project.id, AT, [sampleRow()]))
    world.core.bus.wake(world.project.id, (rows.at(-1) as LogRow).seq)
    await settled()
    expect(reader.seqs()).toEqual([1])
  })
})

describe('a row of the log', () => {
  const rendered = async (world: World, audience: Audience, type: string) => {
    const row = (await world.rows()).findLast((candidate) => candidate.type === type) as LogRow
    const events = await renderItem(world.core, { row }, audience)
    for (const event of events) expect(findEventProblem(event.type, event.data)).toBeUndefined()
    return events
  }

  test('of a dispatch is a signal with clearance to the runner, and news to the operator', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call('read_file', { path: 'README.md' })
    const [signal] = await rendered(world, 'runner', 'tool.execution_signal')
    expect(signal).toMatchObject({
      type: 'tool.execution_signal',
      data: { tool_id: execution.id, session_id: execution.session_id, clearance: execution.clearance, tool_params: { path: 'README.md' } },
    })
    const [news] = await rendered(world, 'operator', 'tool.execution_signal')
    expect(news).toMatchObject({ type: 'tool.status', data: { status: 'executing', tool_id: execution.id } })
    expect(JSON.stringify(news)).not.toContain('clearance')
    expect((await rendered(world, 'both', 'tool.execution_signal')).map(({ type }) => type)).toEqual([
      'tool.status',
      'tool.execution_signal',
    ])
  })

  test('of a dispatch that has ended is not shown to a runner again', async () => {
    const world = await createWorld()
    await world.hello()
    const execution = await world.call('read_file', { path: 'README.md' })
    await world.engine.cancel(execution, 'stopped')
    expect(await rendered(world, 'runner', 'tool.execution_signal')).toEqual([])
  })

  test('about approvals and grants is not for runners', async () => {
    const world = await createWorld()
    await world.hello()
    await world.call('execute_command', { command: 'npm', args: ['test'] })
    expect(await rendered(world, 'runner', 'tool.approval_request')).toEqual([])
    expect(await rendered(world, 'operator', 'tool.approval_request')).toMatchObject([
      { data: { tool_name: 'execute_command', risk_level: 'MEDIUM' } },
    ])
  })

  test('with long parameters is abridged for the runner, who fetches the call', async () => {
    const world = await createWorld()
    await world.hello()
    await world.call('write_file', { path: 'a.md', content: 'x'.repeat(20_000) })
    expect(await rendered(world, 'runner', 'tool.preview_request')).toMatchObject([{ data: { abridged: true, tool_params: {} } }])
    expect((await world.rows()).at(-1)?.payload.length).toBeLessThan(4000)
  })
})
