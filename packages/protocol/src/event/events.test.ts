import { describe, expect, test } from 'vitest'
import { sampleEvent } from '../../test/sample-event.ts'
import { assertRegistered, findEventProblem, findRowProblem } from './check-event.ts'
import { EVENTS, type EventType, type Exact, isSeenBy, type RowFields, type RowType, readRow, sentEvent } from './events.ts'

const TYPES = Object.keys(EVENTS) as EventType[]
const RUNNER = '01890000-0000-7000-8000-000000000001'

/** The type of `Work.emit`; nothing is emitted. */
declare function emit<T extends RowType, Given extends RowFields<T>>(type: T, fields: Exact<RowFields<T>, Given>): void

describe('the registry of events', () => {
  test.each(TYPES)('has a sample of %s that its schema takes', (type) => {
    expect(findEventProblem(type, sampleEvent(type).data)).toBeUndefined()
    expect(EVENTS[type].seenBy.length).toBeGreaterThan(0)
  })

  test('takes no field that a schema does not have, no type that is not there, and no row of what is only sent', () => {
    const row = { runner_id: RUNNER, timestamp: '2026-01-01T00:00:00Z' }
    expect(findRowProblem('runner.offline', row)).toBeUndefined()
    expect(findRowProblem('runner.offline', { ...row, mood: 'good' })).toContain('mood')
    expect(findEventProblem('runner.offline', { ...row, mood: 'good' })).toContain('mood')
    expect(findRowProblem('runner.asleep', row)).toContain('not a row')
    expect(findRowProblem('tool.output', sampleEvent('tool.output').data)).toContain('not a row')
    expect(() => assertRegistered({ type: 'runner.offline', payload: { ...row, runner_id: 'x' as never } })).toThrow('runner_id')
  })

  test('does not compile with a field that no schema has, however it comes in', () => {
    const unused = () => {
      const runner_id = RUNNER as RowFields<'runner.offline'>['runner_id']
      const more = { runner_id, mood: 'good' }
      emit('runner.offline', { runner_id })
      // @ts-expect-error no schema has this field
      emit('runner.offline', { runner_id, mood: 'good' })
      // @ts-expect-error not through a spread either
      emit('runner.offline', { ...more })
      // @ts-expect-error this type is not registered
      emit('runner.asleep', { runner_id })
      // @ts-expect-error this type is sent, never logged
      emit('tool.output', sampleEvent('tool.output').data)
    }
    expect(unused).toBeTypeOf('function')
  })

  test('keeps transitions and digests for the log alone, and shows the rest of a row as it is, unknown fields too', () => {
    const payload = JSON.stringify({ tool_id: 'x', moves: ['call.requested'], result_digest: null, from_another_version: 1 })
    expect(sentEvent(readRow({ type: 'tool.status', payload })).data).toEqual({ tool_id: 'x', from_another_version: 1 })
    for (const entry of Object.values(EVENTS)) {
      if (!entry.isDurable || !entry.seenBy.some((reader) => reader === 'operator')) continue
      const onlyLogged = Object.keys(entry.row.shape).filter((name) => !Object.hasOwn(entry.event.shape, name))
      expect(['moves', 'result_digest']).toEqual(expect.arrayContaining(onlyLogged))
    }
  })

  test('shows runners what they act on, and an unknown type to operators only', () => {
    const forRunner = TYPES.filter((type) => isSeenBy(type, 'runner') && EVENTS[type].isDurable)
    expect(forRunner).toEqual(['tool.preview_request', 'tool.execution_signal', 'tool.cancel', 'tool.result_ack'])
    expect(isSeenBy('something.new', 'runner')).toBe(false)
    expect(isSeenBy('something.new', 'operator')).toBe(true)
  })
})
