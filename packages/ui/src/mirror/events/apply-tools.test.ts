import { describe, expect, test } from 'vitest'
import { asked, event, opened, record, SESSION, status, timelineOf, timeOf } from '../../../test/mirror-events.ts'
import { applyOutputOf, applyRecords } from '../reading/apply-snapshot.ts'
import { applyEvents } from './apply-events.ts'

describe('a call', () => {
  test('goes from event to event, in its conversation once', () => {
    const events = [
      status('t', 'executing', { tool_params: { path: 'a.md' } }),
      event('tool.status', { tool_id: 't', tool_name: 'read_file', status: 'completed', timestamp: timeOf(3) }),
    ]
    const state = applyEvents(applyEvents(opened(), events), events)
    expect(timelineOf(state)).toEqual(['t'])
    expect(state.calls.get('t')).toMatchObject({
      status: 'completed',
      session_id: SESSION,
      tool_params: { path: 'a.md' },
      started_at: timeOf(1),
      completed_at: timeOf(3),
      is_whole: false,
    })
  })

  test('that has ended is not taken back by an event that is older', () => {
    const state = applyEvents(applyRecords(opened(), [record('t')]), [status('t', 'executing'), status('t', 'failed')])
    expect(state.calls.get('t')).toMatchObject({ status: 'completed', is_whole: true, result: { content: 'x' } })
    const ended = applyEvents(opened(), [status('t', 'failed', { error: 'no' })])
    expect(applyRecords(ended, [record('t', { status: 'executing' })]).calls.get('t')).toMatchObject({ status: 'failed', error: 'no' })
  })

  test('that was given up as lost says how it ended, once that is reported', () => {
    const lost = applyEvents(opened(), [status('t', 'executing'), status('t', 'failed', { error: 'lost', error_code: 'RUNNER_LOST' })])
    const reported = event('tool.late_result', {
      ...{ tool_id: 't', session_id: SESSION, tool_name: 'run_command', status: 'completed', execution_time_ms: 5 },
      ...{ error: null, error_code: null, timestamp: timeOf(9) },
    })
    const state = applyEvents(lost, [reported])
    expect(state.calls.get('t')).toMatchObject({ status: 'failed', late_result: { status: 'completed' }, is_whole: false })
  })

  test('keeps what events reported where the record was read before them', () => {
    const state = applyRecords(applyEvents(opened(), [asked('a')]), [record('tool-of-a', { status: 'pending' })])
    expect(state.calls.get('tool-of-a')).toMatchObject({ status: 'awaiting_approval', description: 'Write a.md', is_whole: false })
    expect(applyRecords(state, [record('tool-of-a')]).calls.get('tool-of-a')).toMatchObject({ status: 'completed', is_whole: true })
    const edited = applyEvents(state, [status('tool-of-a', 'pending')])
    expect(edited.calls.get('tool-of-a')).toMatchObject({ status: 'pending' })
  })

  test('ends with its approval where it is rejected or expires', () => {
    const resolved = (status: string, tool_status: string) =>
      event('tool.approval_resolved', { approval_id: 'a', tool_id: 'tool-of-a', status, tool_status, timestamp: timeOf(5) })
    const rejected = applyEvents(opened(), [asked('a'), resolved('rejected', 'rejected')])
    expect(rejected.calls.get('tool-of-a')).toMatchObject({ status: 'rejected', completed_at: timeOf(5), is_whole: false })
    const executing = applyEvents(opened(), [asked('a'), resolved('approved', 'approved'), status('tool-of-a', 'executing')])
    expect(applyEvents(executing, [resolved('approved', 'approved')]).calls.get('tool-of-a')?.status).toBe('executing')
    expect(applyEvents(opened(), [resolved('rejected', 'rejected')]).calls.size).toBe(0)
  })

  test('is cancelled with its turn; one that has ended stays as it ended', () => {
    const cancel = event('tool.cancel', { tool_id: 't', attempt_id: null, error: 'Cancelled: the turn has ended' })
    expect(applyEvents(opened(), [status('t', 'executing'), cancel]).calls.get('t')).toMatchObject({
      status: 'cancelled',
      error_code: 'CANCELLED',
    })
    expect(applyEvents(opened(), [status('t', 'completed'), cancel]).calls.get('t')?.status).toBe('completed')
    expect(applyEvents(opened(), [cancel]).calls.size).toBe(0)
  })

  test('shows output in order, once, and says when a part is missing', () => {
    const output = (offset: number, data: string) => event('tool.output', { tool_id: 't', stream: 'stdout', offset, data })
    const start = applyEvents(opened(), [status('t', 'executing')])
    const whole = applyEvents(start, [output(0, 'привет '), output(0, 'привет '), output(13, 'x')])
    expect(whole.calls.get('t')).toMatchObject({ output: 'привет x', output_next: 14, output_is_cut: false })
    expect(applyEvents(whole, [output(20, 'z')]).calls.get('t')).toMatchObject({ output: 'привет xz', output_is_cut: true })
    expect(applyEvents(opened(), [output(0, 'of a call that nobody knows')]).calls.size).toBe(0)
    const late = applyEvents(start, [output(13, 'x')])
    expect(applyOutputOf(late, 't', { text: 'привет x', next: 14, missing: 0 }).calls.get('t')).toMatchObject({
      output: 'привет x',
      output_is_cut: false,
    })
    expect(applyOutputOf(late, 't', { text: 'привет ', next: 13, missing: 0 }).calls.get('t')).toMatchObject({
      output: 'x',
      output_is_cut: true,
    })
  })

  test('has reported all its output where it began before our eyes, and not where it was found running', () => {
    const begun = applyEvents(opened(), [status('t', 'executing')])
    expect(begun.calls.get('t')?.output_is_cut).toBe(false)
    const found = applyRecords(opened(), [record('t', { status: 'executing' })])
    expect(found.calls.get('t')?.output_is_cut).toBe(true)
    expect(applyRecords(begun, [record('t', { status: 'executing' })]).calls.get('t')?.output_is_cut).toBe(true)
    expect(applyOutputOf(found, 't', { text: '', next: 0, missing: 0 }).calls.get('t')?.output_is_cut).toBe(false)
  })
})
