import type { PartialStep, StreamEvent } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { event, message, opened, part, SESSION, timeOf } from '../../../test/mirror-events.ts'
import { applyConversation, type ConversationPart } from '../reading/apply-conversation.ts'
import type { MirrorState } from '../state/state.ts'
import { applyEvents } from './apply-events.ts'
import { applyPartial } from './apply-writing.ts'
import { findGaps } from './find-gaps.ts'

const delta = (offset: number, text: string, step = 0) =>
  event('chat.delta', { turn_id: 'turn-1', session_id: SESSION, step, offset, text })
const said = (content: string, more: object = {}) =>
  event('chat.message', { message_id: 'm', session_id: SESSION, turn_id: 'turn-1', role: 'assistant', content, tool_calls: [], ...more })
const partial = (text: string, more: Partial<PartialStep> = {}): PartialStep => ({ step: 0, offset: 0, next: text.length, text, ...more })
const turn = (found: PartialStep | null) => ({ id: 'turn-1', session_id: SESSION, partial: found })
const writingOf = (state: MirrorState) => state.writing.get(SESSION)
const after = (...events: StreamEvent[]) => applyEvents(opened(), events)

describe('text that is being written', () => {
  test('grows piece by piece until it is said', () => {
    const state = after(delta(0, 'Hel'), delta(3, 'lo'))
    expect(writingOf(state)).toMatchObject({ text: 'Hello', offset: 0, next: 5 })
    expect(writingOf(applyEvents(state, [delta(0, 'next', 1)]))).toMatchObject({ text: 'next', step: 1 })
    expect(writingOf(applyEvents(state, [said('Hello')]))).toBeUndefined()
    expect(applyEvents(state, [said('Hel…')]).messages.get('m')?.content).toBe('Hello')
  })

  test('begins again where the model does', () => {
    expect(writingOf(after(delta(0, 'Hello'), delta(0, 'Ag'), delta(2, 'ain')))?.text).toBe('Again')
  })

  test('has no piece twice, also where a piece is known in part', () => {
    expect(writingOf(after(delta(0, 'Hello'), delta(3, 'lo'), delta(4, 'o you')))).toMatchObject({ text: 'Hello you', next: 9 })
  })

  test('of the next step stays where the step before is reported late', () => {
    const state = after(delta(0, 'next', 1))
    expect(writingOf(applyEvents(state, [said('before', { step: 0 })]))?.text).toBe('next')
    expect(writingOf(applyEvents(state, [said('next', { step: 1 })]))).toBeUndefined()
  })
})

describe('a hole before the first piece', () => {
  test('is named once, and not for what follows', () => {
    const gapsAfter = (...events: StreamEvent[]) => [...findGaps(applyEvents(opened(), events), events.slice(-1)).turns]
    expect(gapsAfter(delta(3, 'lo'))).toEqual(['turn-1'])
    expect(gapsAfter(delta(0, 'Hello'))).toEqual([])
    expect(gapsAfter(delta(3, 'lo'), delta(5, ' you'))).toEqual([])
    expect(gapsAfter(delta(0, 'Hel'), delta(9, 'later'))).toEqual(['turn-1'])
  })

  test.each([
    ['reaches into what was reported', 'Hello yo'],
    ['ends where what was reported begins', 'Hel'],
    ['reaches farther than what was reported', 'Hello you and'],
  ])('is filled by what %s, and the text goes on', (_, text) => {
    const filled = applyPartial(after(delta(3, 'lo'), delta(5, ' you')), turn(partial(text)))
    const next = applyEvents(filled, [delta(9, ' and'), delta(13, ' me')])
    expect(writingOf(next)).toMatchObject({ text: 'Hello you and me', offset: 0, next: 16 })
  })

  test('is filled with what was masked, whatever its length', () => {
    const state = applyPartial(after(delta(10, 'lo')), turn(partial('***', { next: 10 })))
    expect(writingOf(applyEvents(state, [delta(12, '!')]))).toMatchObject({ text: '***lo!', next: 13 })
  })

  test.each([
    ['the step has been said meanwhile', [delta(3, 'lo'), said('Hello')], partial('Hel')],
    ['the model writes another step', [delta(3, 'lo', 1)], partial('Hel')],
    ['nothing is known of it', [delta(3, 'lo')], null],
    ['it ends before what was reported begins', [delta(3, 'lo')], partial('H')],
  ] as const)('stays where %s', (_, events, found) => {
    const state = after(...events)
    expect(writingOf(applyPartial(state, turn(found)))).toEqual(writingOf(state))
  })
})

describe('a conversation that is read in the middle of a step', () => {
  const read = (found: PartialStep) => {
    const running = { ...turn(found), status: 'running', created_at: timeOf(1), ended_at: null }
    return part({ messages: [message('q', 'user', 1)], turns: [running] as unknown as ConversationPart['turns'] })
  }

  test('has what was said of it, and goes on', () => {
    const state = applyConversation(opened(), read(partial('Hel')))
    expect(writingOf(state)).toMatchObject({ text: 'Hel', next: 3 })
    expect(writingOf(applyEvents(state, [delta(3, 'lo')]))?.text).toBe('Hello')
    expect(writingOf(applyConversation(applyEvents(state, [delta(3, 'lo')]), read(partial('Hel'))))?.text).toBe('Hello')
  })

  test('shows no step twice that was said before the reply came', () => {
    const state = applyConversation(after(said('Hello', { timestamp: timeOf(2) })), read(partial('Hel')))
    expect(writingOf(state)).toBeUndefined()
  })
})
