import type { Engine } from '@countersign/core'
import { expect, test } from 'vitest'
import { YES } from '../../../core/test/world.ts'
import { calls, read, write } from '../../test/scripted-steps.ts'
import { createTurnWorld } from '../../test/turn-world.ts'
import { createTurnRecord } from './turn-record.ts'

/** An engine whose reads are counted in rows. */
function counting({ core }: Engine) {
  const rows = { messages: 0, executions: 0 }
  const store = {
    ...core.store,
    read: (look: Parameters<typeof core.store.read>[0]) =>
      core.store.read(async (tx) => {
        const found = await look(tx)
        if (Array.isArray(found)) rows[found.some((row) => 'tool_calls' in row) ? 'messages' : 'executions'] += found.length
        return found
      }),
  }
  return { engine: { core: { ...core, store } } as unknown as Engine, rows }
}

test('each look at a record reads only what came since the last one, and tells all of it', async () => {
  const world = await createTurnWorld({ script: [calls(read('a'), read('b')), calls(read('c')), { content: 'done' }] })
  const turn = await world.end(await world.send('look'))
  const { engine, rows } = counting(world.engine)
  const record = createTurnRecord(engine, turn)
  const messages = await record.messages()
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'assistant'])
  expect((await record.executionsOf(messages)).size).toBe(3)
  expect(rows).toEqual({ messages: 4, executions: 3 })
  expect(await record.messages()).toEqual(messages)
  expect((await record.executionsOf(messages)).size).toBe(3)
  // The last message, and the call of the last step that made one.
  expect(rows).toEqual({ messages: 5, executions: 4 })
})

test('a message that came for the next turn is not part of this one', async () => {
  const world = await createTurnWorld({ script: [calls(write('a')), { content: 'one' }, { content: 'two' }] })
  const first = await world.send('first')
  const approval = await world.asked('write_file')
  const record = createTurnRecord(world.engine, first)
  const before = await record.messages()
  const second = await world.send('second', first.session_id)
  expect(await record.messages()).toEqual(before)
  await world.engine.decide(world.operator, approval, YES)
  await world.end(first)
  await world.end(second)
  expect((await record.messages()).map(({ content }) => content)).toEqual(['first', '', 'one'])
})
