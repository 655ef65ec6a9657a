import type { StreamEvent } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { event, opened, part, SESSION, status } from '../../../test/mirror-events.ts'
import { applyConversation } from '../reading/apply-conversation.ts'
import { emptyState, MIRROR_LIMITS } from '../state/state.ts'
import { applyEvents } from './apply-events.ts'
import { findGaps } from './find-gaps.ts'

describe('the mirror', () => {
  test('passes over events that it does not know and changes nothing without one', () => {
    const state = opened()
    expect(applyEvents(state, [])).toBe(state)
    expect(applyEvents(state, [{ ...event('files.changed', {}), type: 'something.new' } as unknown as StreamEvent])).toEqual(state)
  })

  test('follows the runner and counts news for views that read their own lists', () => {
    const online = applyEvents(emptyState(), [event('runner.online', { runner_id: 'r', isolation: 'sandbox' })])
    expect(online.runner).toEqual({ runner_id: 'r', isolation: 'sandbox', online: true })
    const after = applyEvents(online, [
      event('runner.offline', { runner_id: 'r' }),
      event('grant.created', {}),
      event('tool.approval_resolved', { approval_id: 'a', status: 'rejected' }),
      event('files.changed', { paths: ['a', 'b'] }),
    ])
    expect(after.runner).toEqual({ runner_id: 'r', isolation: 'sandbox', online: false })
    expect(after).toMatchObject({ news: { grants: 1, calls: 1, files: 1, runner: 2 }, changedPaths: ['a', 'b'] })
  })

  test('names what it must fetch', () => {
    const events = [
      event('tool.status', { tool_id: 'unknown', tool_name: 'x', status: 'completed' }),
      event('chat.message', { message_id: 'm', session_id: SESSION, role: 'assistant', content: 'x'.repeat(2_001), tool_calls: [] }),
    ]
    const gaps = findGaps(applyEvents(opened(), events), events)
    expect(gaps).toMatchObject({ sessions: new Set([SESSION]), calls: new Set(['unknown']), conversations: new Set([SESSION]) })
  })

  test('stays bounded, and drops the oldest', () => {
    const many = Array.from({ length: MIRROR_LIMITS.items + 600 }, (_, index) => status(`t${index}`, 'completed'))
    const state = applyEvents(opened(), many)
    expect(state.calls.size).toBe(MIRROR_LIMITS.items)
    expect(state.calls.has('t0')).toBe(false)
    expect(state.timelines.get(SESSION)?.length).toBe(MIRROR_LIMITS.items)
    const loose = applyEvents(
      state,
      Array.from({ length: MIRROR_LIMITS.looseCalls + 1 }, (_, index) => status(`o${index}`, 'completed', { session_id: 'other' })),
    )
    expect(loose.calls.size).toBeLessThanOrEqual(MIRROR_LIMITS.items + MIRROR_LIMITS.looseCalls)
    const elsewhere = applyEvents(applyConversation(state, part({ sessionId: 'other' })), [
      status('o', 'completed', { session_id: 'other' }),
    ])
    expect([...elsewhere.timelines.keys()]).toEqual([SESSION, 'other'].slice(elsewhere.timelines.size === 1 ? 1 : 0))
    expect(elsewhere.calls.size).toBeLessThanOrEqual(MIRROR_LIMITS.items + MIRROR_LIMITS.looseCalls)
    const printing = Array.from({ length: MIRROR_LIMITS.heavyCalls + 3 }, (_, index) => [
      status(`p${index}`, 'executing'),
      event('tool.output', { tool_id: `p${index}`, offset: 0, data: 'x'.repeat(MIRROR_LIMITS.outputCharacters + 1) }),
      status(`p${index}`, 'completed'),
    ]).flat()
    const printed = applyEvents(opened(), printing)
    expect(printed.calls.get('p0')).toMatchObject({ output: '', output_is_cut: true })
    expect(printed.calls.get('p5')?.output).toBe('x'.repeat((MIRROR_LIMITS.outputCharacters * 3) / 4))
  })
})
