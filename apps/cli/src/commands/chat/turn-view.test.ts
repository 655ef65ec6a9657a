import type { StreamEvent } from '@countersign/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleEvent } from '../../../../../packages/protocol/test/sample-event.ts'
import { createTurnView } from './turn-view.ts'

const ours = { turn_id: 'turn', session_id: 'session' }
let out: string
let told: string

beforeEach(() => {
  out = ''
  told = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += text
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

const event = (type: StreamEvent['type'], data: object): StreamEvent =>
  sampleEvent(type, { ...(type.startsWith('chat.') ? ours : { session_id: ours.session_id }), ...data })
const piece = (offset: number, text: string) => event('chat.delta', { step: 0, offset, text })
const message = (content: string) => event('chat.message', { message_id: 'message', role: 'assistant', content, tool_calls: [] })

function showAll(...events: StreamEvent[]) {
  const view = createTurnView()
  const ends = events.map((one) => view.show(one, ours))
  return { view, ends }
}

test('words are printed as they come, and the line ends with the message', () => {
  const { view } = showAll(piece(0, 'Hel'), piece(3, 'lo'), message('Hello'))
  expect(out).toBe('Hello\n')
  expect(view.hasShown('message')).toBe(true)
})

test('a step that begins again begins on a line of its own', () => {
  showAll(piece(0, 'Hel'), piece(0, 'Hello'), message('Hello'))
  expect(out).toBe('Hel\nHello\n')
})

test('a message whose pieces did not come counts as not shown', () => {
  const { view } = showAll(piece(9, 'late'), message('Hello'))
  expect(out).toBe('')
  expect(view.hasShown('message')).toBe(false)
})

test('what was said while the stream was cut is printed once, and the rest follows', () => {
  const { view } = showAll(piece(0, 'Hel'))
  view.catchUp({ step: 0, offset: 0, next: 8, text: 'Hello yo' })
  for (const one of [piece(5, ' you'), message('Hello you')]) view.show(one, ours)
  expect(out).toBe('Hello you\n')
  expect(view.hasShown('message')).toBe(true)
})

test('a message with a hole in what was printed counts as not shown', () => {
  const { view } = showAll(piece(0, 'Hel'), piece(9, 'later'))
  view.catchUp({ step: 0, offset: 0, next: 14, text: '***later' })
  view.show(message('Hello'), ours)
  expect(view.hasShown('message')).toBe(false)
})

test('what the agent says and does cannot write to the terminal as it likes', () => {
  showAll(
    piece(0, '\u001b[2Jgone'),
    event('tool.status', { tool_id: 'a', tool_name: 'read_file', status: 'executing', tool_params: { path: '\u202Egnp' } }),
  )
  for (const hostile of ['\u001b', '\u202E']) expect(out + told).not.toContain(hostile)
  expect(out).toContain('gone')
})

test('calls of others are not shown, and the end of another turn is not ours', () => {
  const session_id = 'other'
  const foreign = { turn_id: 'other', session_id }
  const { ends } = showAll(
    event('tool.status', { session_id, tool_id: 'a', tool_name: 'read_file', status: 'executing' }),
    event('tool.approval_request', { session_id, approval_id: 'b', description: 'Write x' }),
    event('chat.turn', { ...foreign, status: 'finished' }),
    event('chat.turn', { status: 'waiting' }),
    event('chat.turn', { status: 'finished' }),
  )
  expect(told).toBe('')
  expect(ends).toEqual([false, false, false, false, true])
})

test('what waits is told with the command that answers it', () => {
  showAll(
    event('tool.approval_request', { approval_id: 'one', description: 'Write x' }),
    event('tool.question', { approval_id: 'two', description: 'Which?' }),
  )
  expect(told).toMatch(/Write x\n[\s\S]*approve one\n[\s\S]*Which\?\n[\s\S]*answer two\n/)
})
