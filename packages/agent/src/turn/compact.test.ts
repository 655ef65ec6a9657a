import { sentence } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { calls, read, type Script } from '../../test/scripted-steps.ts'
import { createTurnWorld } from '../../test/turn-world.ts'
import { type Entry, ModelError } from '../model.ts'

const tooLong = (): never => {
  throw new ModelError('too-long', sentence('text', { text: 'too many tokens' }))
}
const shape = (entries: readonly Entry[] = []) => entries.map(({ kind, text }) => (kind === 'result' ? kind : `${kind}: ${text}`))

test('a conversation that is too long goes on from a summary that is on record, with the message that is being answered', async () => {
  const script: Script = [
    { content: 'Hello.' },
    { content: 'Looking.', calls: [read('a')] },
    tooLong,
    ({ conversation, tools }) => {
      expect(tools).toEqual([])
      expect(conversation.at(-1)?.text).toContain('Summarise')
      return { content: 'They greeted; a was read.', tokens: 5 }
    },
    calls(read('b')),
    { content: 'Done.' },
  ]
  const world = await createTurnWorld({ script })
  const { session_id } = await world.end(await world.send('hello'))
  const turn = await world.end(await world.send('read a, then b', session_id))
  expect(turn).toMatchObject({ status: 'finished', steps: 4, input_tokens: 5 })
  expect(shape(world.model.seen[2])).toEqual(['user: hello', 'assistant: Hello.', 'user: read a, then b', 'assistant: Looking.', 'result'])
  expect(shape(world.model.seen[4])).toEqual(['user: read a, then b', 'summary: They greeted; a was read.'])
  expect(shape(world.model.seen[5])).toEqual(['user: read a, then b', 'summary: They greeted; a was read.', 'assistant: ', 'result'])
  expect((await world.messages(turn)).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'summary',
    'assistant',
    'assistant',
  ])
  expect(world.ran).toEqual(['read_file a', 'read_file b'])
})

test('what is still too long is shortened further for the summary', async () => {
  const lengths: number[] = []
  const measure = ({ conversation }: { conversation: readonly Entry[] }): never => {
    lengths.push(conversation[0]?.text.length ?? 0)
    return tooLong()
  }
  const world = await createTurnWorld({ script: [tooLong, measure, measure, { content: 'Short.' }, { content: 'Done.' }] })
  expect(await world.end(await world.send('x'.repeat(9_000)))).toMatchObject({ status: 'finished' })
  expect(lengths).toEqual([4_001, 1_001])
})

test.each<[string, Script]>([
  ['even the shortest is too long', [tooLong, tooLong, tooLong, tooLong]],
  ['it is too long right after the summary', [tooLong, { content: 'Short.' }, tooLong]],
])('ends in words where %s', async (_, script) => {
  const world = await createTurnWorld({ script })
  const turn = await world.end(await world.send('go'))
  expect(turn).toMatchObject({ status: 'failed', error: expect.stringContaining('Begin a new session') })
  expect(world.model.seen).toHaveLength(script.length)
})

test('a model that fails while it summarises is told in its own words', async () => {
  const overloaded = (): never => {
    throw new ModelError('overloaded', sentence('text', { text: 'The model is overloaded.' }))
  }
  const world = await createTurnWorld({ script: [tooLong, overloaded] })
  expect(await world.end(await world.send('go'))).toMatchObject({ status: 'failed', error: 'The model is overloaded.' })
  expect(world.defects).toEqual([])
})
