import { describe, expect, test } from 'vitest'
import { approval, asked, event, opened, SESSION, snapshot, timeOf } from '../../../test/mirror-events.ts'
import { applyEvents } from '../events/apply-events.ts'
import { findGaps } from '../events/find-gaps.ts'
import { countWaiting, listWaiting } from '../state/selectors.ts'
import { emptyState } from '../state/state.ts'
import { showsAll } from '../state/waiting.ts'
import { applyApproval, applySnapshot, type Snapshot } from './apply-snapshot.ts'

describe('what waits', () => {
  test('appears, and goes when anybody has answered', () => {
    const state = applyEvents(opened(), [asked('a'), asked('b')])
    expect(listWaiting(state).map(({ id, kind }) => [id, kind])).toEqual([
      ['a', 'approval'],
      ['b', 'approval'],
    ])
    expect(state.calls.get('tool-of-a')).toMatchObject({ status: 'awaiting_approval', description: 'Write a.md' })
    const after = applyEvents(state, [event('tool.approval_resolved', { approval_id: 'a', tool_id: 'tool-of-a', status: 'approved' })])
    expect(countWaiting(after)).toBe(1)
    expect(countWaiting(state)).toBe(2)
  })

  test('is what the server lists after a reconnection, oldest first', () => {
    const state = applyEvents(emptyState(), [asked('gone')])
    const after = applySnapshot(state, snapshot([approval('new', { created_at: timeOf(9) }), approval('old')]))
    expect([...after.waiting.keys()]).toEqual(['old', 'new'])
    expect(after.isLoaded).toBe(true)
  })

  test('that was cut is fetched, and not put back once it was answered', () => {
    const events = [asked('a', { abridged: true })]
    const state = applyEvents(opened(), events)
    expect([...findGaps(state, events).approvals]).toEqual(['a'])
    const whole = applyApproval(state, approval('a', { description: 'the whole' }))
    expect(listWaiting(applyEvents(whole, events))[0]).toMatchObject({ is_abridged: false, description: 'the whole' })
    const answered = applyEvents(state, [event('tool.approval_resolved', { approval_id: 'a' })])
    expect(countWaiting(applyApproval(answered, approval('a')))).toBe(0)
  })

  test('with a masked part has it masked until somebody asks for the true text, which then stays', () => {
    const events = [asked('a', { abridged: true, masked: ['preview'] })]
    const masked = applyApproval(applyEvents(opened(), events), approval('a', { masked: ['preview'] }))
    expect(listWaiting(masked).map(showsAll)).toEqual([false])
    expect(listWaiting(masked)[0]).toMatchObject({ is_abridged: false, is_unmasked: false })
    const shown = applyApproval(masked, approval('a', { masked: ['preview'], unmasked_digest: 'd', description: 'true' }))
    expect(listWaiting(shown).map(showsAll)).toEqual([true])
    const again = applySnapshot(shown, snapshot([approval('a', { masked: ['preview'] })]))
    expect(listWaiting(again)[0]).toMatchObject({ description: 'true', unmasked_digest: 'd', is_unmasked: true })
  })

  test('a question ends its call with its answer', () => {
    const question = event('tool.question', {
      approval_id: 'q',
      tool_id: 't',
      session_id: SESSION,
      tool_name: 'prompt_user',
      preview: null,
    })
    const state = applyEvents(opened(), [question])
    expect(listWaiting(state)[0]).toMatchObject({ kind: 'question', scopes: [] })
    const after = applyEvents(state, [event('tool.question_resolved', { approval_id: 'q', tool_id: 't', tool_status: 'completed' })])
    expect(countWaiting(after)).toBe(0)
    expect(after.calls.get('t')).toMatchObject({ status: 'completed', tool_name: 'prompt_user' })
    expect(after.settled).toMatchObject([{ id: 'q', atClient: null }])
    const answered_by = { by: 'mcp_client', client: 'opencode' }
    const elsewhere = event('tool.question_resolved', { approval_id: 'q', tool_id: 't', tool_status: 'completed', answered_by })
    expect(applyEvents(state, [elsewhere]).settled).toMatchObject([{ id: 'q', atClient: 'opencode' }])
  })
})

describe('what no longer waits', () => {
  const ask = (...ids: string[]) =>
    applyEvents(
      emptyState(),
      ids.map((id) => asked(id)),
    )
  const resolved = (approval_id: string, more: object) => event('tool.approval_resolved', { approval_id, by: null, comment: null, ...more })

  test('is remembered with who settled it', () => {
    const state = applyEvents(ask('a', 'b'), [resolved('a', { status: 'approved', by: 'ann' }), resolved('b', { status: 'expired' })])
    expect(countWaiting(state)).toBe(0)
    expect(state.settled.map(({ id, description, status, by }) => [id, description, status, by])).toEqual([
      ['a', 'Write a.md', 'approved', 'ann'],
      ['b', 'Write a.md', 'expired', null],
    ])
  })

  test('is gone where a snapshot has it no more, until an event tells how', () => {
    const snapshot = { project: { runner: null }, sessions: [], approvals: [approval('b')] } as unknown as Snapshot
    const gone = applySnapshot(ask('a', 'b'), snapshot)
    expect(gone.settled.map(({ id, status }) => [id, status])).toEqual([['a', 'gone']])
    const told = applyEvents(gone, [resolved('a', { status: 'rejected', by: 'ann' })])
    expect(told.settled.map(({ id, status, by }) => [id, status, by])).toEqual([['a', 'rejected', 'ann']])
  })

  test('is not told of what was never known here', () => {
    expect(applyEvents(emptyState(), [resolved('x', { status: 'approved' })]).settled).toEqual([])
  })
})
