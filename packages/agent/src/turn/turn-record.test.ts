import { expect, test } from 'vitest'
import { YES } from '../../../core/test/world.ts'
import { calls, read, write } from '../../test/scripted-steps.ts'
import { createTurnWorld } from '../../test/turn-world.ts'
import { readTurnRecord } from './turn-record.ts'

test('a record holds what was said and how each call ended', async () => {
  const world = await createTurnWorld({ script: [calls(read('a'), read('b')), calls(read('c')), { content: 'done' }] })
  const turn = await world.end(await world.send('look'))
  const { messages, executions } = await readTurnRecord(world.engine, turn)
  expect(messages).toEqual(await world.messages(turn))
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'assistant'])
  expect([...executions.keys()].toSorted()).toEqual(
    messages.flatMap(({ tool_calls }) => tool_calls.map(({ call_id }) => call_id)).toSorted(),
  )
  expect([...executions.values()].map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
})

test('a message that came for the next turn is not part of this one', async () => {
  const world = await createTurnWorld({ script: [calls(write('a')), { content: 'one' }, { content: 'two' }] })
  const first = await world.send('first')
  const approval = await world.asked('write_file')
  const second = await world.send('second', first.session_id)
  const contents = async () => (await readTurnRecord(world.engine, first)).messages.map(({ content }) => content)
  expect(await contents()).toEqual(['first', ''])
  await world.engine.decide(world.operator, approval, YES)
  await world.end(first)
  await world.end(second)
  expect(await contents()).toEqual(['first', '', 'one'])
})

/** The same object but for one part of it. */
const withPart = <Whole extends object, Name extends keyof Whole>(whole: Whole, name: Name, part: Whole[Name]): Whole =>
  new Proxy(whole, {
    get: (target, asked) => {
      if (asked === name) return part
      const value = Reflect.get(target, asked, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

test('a turn reads the record once, however many steps it takes', async () => {
  const world = await createTurnWorld({ script: [calls(read('a')), calls(read('b')), calls(read('c')), { content: 'done' }] })
  const { store } = world.core
  const found: number[] = []
  const { read: look } = store
  store.read = (ask) =>
    look((tx) => {
      const { messages } = tx
      const find: typeof messages.find = async (query) => counted(await tx.messages.find(query))
      return ask(withPart(tx, 'messages', withPart(messages, 'find', find)))
    })
  const counted = <Row>(rows: Row[]): Row[] => {
    found.push(rows.length)
    return rows
  }
  await world.end(await world.send('look'))
  expect(world.model.results()).toHaveLength(3)
  expect(found).toEqual([1])
})
