import type { MessageView } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { ALL, asked, event, message, opened, part, record, SESSION, status, timelineOf, timeOf } from '../../../test/mirror-events.ts'
import { applyEvents } from '../events/apply-events.ts'
import { lastTurn, runningTurn } from '../state/selectors.ts'
import { emptyState } from '../state/state.ts'
import { applyConversation } from './apply-conversation.ts'
import { applyRecords } from './apply-snapshot.ts'

describe('a conversation', () => {
  test('is in order of time, whether it was read or reported', () => {
    const read = part({
      messages: [message('early', 'user', 2), message('late', 'assistant', 8)],
      executions: [record('call', { created_at: timeOf(5) })],
    })
    const state = applyConversation(emptyState(), read)
    expect(timelineOf(state)).toEqual(['early', 'call', 'late'])
    const reported = event('chat.message', {
      message_id: 'later',
      session_id: SESSION,
      role: 'user',
      content: 'x',
      tool_calls: [],
      timestamp: timeOf(9),
    })
    expect(timelineOf(applyConversation(applyEvents(state, [reported, reported]), read))).toEqual(['early', 'call', 'late', 'later'])
  })

  test('has the calls of a step in the order in which the agent named them, whichever begins first', () => {
    const tool_calls = ['one', 'two', 'three'].map((call_id) => ({ call_id, tool_name: 'read_file' }))
    const reported = event('chat.message', {
      message_id: 'm',
      session_id: SESSION,
      role: 'assistant',
      content: '',
      tool_calls,
      timestamp: timeOf(5),
    })
    const next = event('chat.message', {
      message_id: 'n',
      session_id: SESSION,
      role: 'assistant',
      content: 'x',
      tool_calls: [],
      timestamp: timeOf(6),
    })
    const began = [
      status('t3', 'executing', { call_id: 'three' }),
      status('t1', 'executing', { call_id: 'one' }),
      asked('2', { call_id: 'two' }),
    ]
    expect(timelineOf(applyEvents(opened(), [reported, ...began, next]))).toEqual(['m', 't1', 'tool-of-2', 't3', 'n'])
    const step = { ...message('m', 'assistant', 5, ''), tool_calls } as unknown as MessageView
    const read = part({ messages: [step], executions: [record('t3', { call_id: 'three' }), record('t1', { call_id: 'one' })] })
    expect(timelineOf(applyConversation(emptyState(), read))).toEqual(['m', 't1', 't3'])
  })

  test('is read page by page, and begins again where too much happened while nobody looked', () => {
    const older = { messages: { cursor: 'c', from: timeOf(5) }, calls: ALL }
    const newest = applyConversation(emptyState(), part({ messages: [message('e', 'user', 5)], older }))
    expect(newest.older.get(SESSION)).toEqual(older)
    const before = part({ messages: [message('a', 'user', 1)], isNewest: false })
    const whole = applyConversation(newest, before)
    expect(timelineOf(whole)).toEqual(['a', 'e'])
    expect(whole.older.get(SESSION)?.messages.cursor).toBeUndefined()
    expect(
      applyConversation(whole, part({ messages: [message('e', 'user', 5)], older })).older.get(SESSION)?.messages.cursor,
    ).toBeUndefined()
    const later = applyConversation(whole, part({ messages: [message('z', 'user', 9)], older }))
    expect(timelineOf(later)).toEqual(['z'])
    expect(later.older.get(SESSION)).toEqual(older)
  })

  test('keeps what is long of a call only when somebody looked inside', () => {
    const long = record('t', {
      tool_params: { path: 'a.md', content: 'x'.repeat(9_000) },
      result: { exit_code: 3, stdout: 'y'.repeat(9_000) },
    })
    const state = applyConversation(emptyState(), part({ executions: [long] }))
    expect(state.calls.get('t')).toMatchObject({ result: undefined, summary: { exit_code: 3 }, is_whole: false })
    expect(JSON.stringify(state.calls.get('t'))?.length).toBeLessThan(1_500)
    expect(applyRecords(state, [long]).calls.get('t')).toMatchObject({ result: long.result, is_whole: true })
  })

  test('says where a turn ended that did not finish', () => {
    const turn = (status: string) => event('chat.turn', { turn_id: 'turn-1', session_id: SESSION, status, error: 'no', steps: 1 })
    expect(timelineOf(applyEvents(opened(), [turn('started'), turn('failed'), turn('failed')]))).toEqual(['turn-1'])
    expect(timelineOf(applyEvents(opened(), [turn('started'), turn('finished')]))).toEqual([])
    const ended = { id: 'turn-1', session_id: SESSION, status: 'failed', error: 'no', created_at: timeOf(1), ended_at: timeOf(1) } as never
    const unseen = applyEvents(emptyState(), [turn('started'), turn('failed')])
    const read = part({ turns: [ended], messages: [message('a', 'user', 2), { ...message('b', 'user', 3), turn_id: 'turn-2' as never }] })
    expect(timelineOf(applyConversation(unseen, read))).toEqual(['a', 'turn-1', 'b'])
  })

  test('that nobody opened is not kept, but its calls are there when it is opened', () => {
    const reported = event('chat.message', { message_id: 'm', session_id: SESSION, role: 'user', content: 'x', tool_calls: [] })
    const state = applyEvents(emptyState(), [reported, status('t', 'executing')])
    expect(state.messages.size).toBe(0)
    expect(timelineOf(applyConversation(state, part()))).toEqual(['t'])
  })

  test('has a turn that runs until it is over', () => {
    const turn = (status: string) => event('chat.turn', { turn_id: 'turn-1', session_id: SESSION, status, model: 'm', steps: 1 })
    const state = applyEvents(opened(), [turn('started'), turn('waiting')])
    expect(runningTurn(state, SESSION)).toMatchObject({ status: 'waiting' })
    const over = applyEvents(state, [turn('finished'), turn('started')])
    expect(runningTurn(over, SESSION)).toBeUndefined()
    expect(lastTurn(over, SESSION)).toMatchObject({ status: 'finished', ended_at: timeOf(1) })
  })
})
