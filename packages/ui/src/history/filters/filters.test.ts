import { describe, expect, test } from 'vitest'
import { parseRoute } from '../../shared/browser/route.ts'
import { countOf, hrefOfPlace, NO_FILTERS, parsePlace, queryOf } from './filters.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')

test('refused and failed are two filters', () => {
  expect(queryOf({ ...NO_FILTERS, status: 'refused' }, NOW)).toMatchObject({ status: 'failed', refused: 'true' })
  expect(queryOf({ ...NO_FILTERS, status: 'failed' }, NOW)).toMatchObject({ status: 'failed', refused: 'false' })
  expect(parsePlace('all/status=refused').filters.status).toBe('refused')
})

describe('a place in the history', () => {
  test.each([
    { callId: undefined, filters: NO_FILTERS },
    { callId: 'call_1', filters: NO_FILTERS },
    { callId: undefined, filters: { ...NO_FILTERS, search: 'a/b & c=d %20 日本', risk: 'HIGH' as const } },
    {
      callId: 'call_1',
      filters: { ...NO_FILTERS, tool: 'git.diff', who: '@some/agent', period: 'custom' as const, from: '2026-01-01T10:00' },
    },
  ])('leads back to itself: %j', (place) => {
    expect(parsePlace(parseRoute(hrefOfPlace(place)).rest)).toEqual(place)
  })

  test('with values that do not exist has no such filter', () => {
    expect(parsePlace('all/risk=HUGE&status=gone&period=aeon').filters).toEqual(NO_FILTERS)
  })

  test('counts its filters, a period once', () => {
    expect(countOf(NO_FILTERS)).toBe(0)
    expect(countOf({ ...NO_FILTERS, tool: 'read_file', period: 'custom', from: '2026-01-01T10:00', to: '2026-01-02T10:00' })).toBe(2)
  })
})

describe('what the server is asked', () => {
  test('leaves the page’s own calls out unless somebody wants them', () => {
    expect(queryOf(NO_FILTERS, NOW)).toEqual({ made_by: 'agents' })
    expect(queryOf({ ...NO_FILTERS, who: 'operator' }, NOW)).toEqual({ made_by: 'operator' })
    expect(queryOf({ ...NO_FILTERS, who: 'everybody' }, NOW)).toEqual({})
    expect(queryOf({ ...NO_FILTERS, who: '@coder' }, NOW)).toEqual({ agent: 'coder' })
  })

  test('has times in UTC, and no time that is none', () => {
    expect(queryOf({ ...NO_FILTERS, period: 'day' }, NOW)).toMatchObject({ since: '2026-03-09T12:00:00.000Z' })
    const custom = queryOf({ ...NO_FILTERS, period: 'custom', from: '2026-03-01T00:00', to: 'soon' }, NOW)
    expect(custom).toEqual({ made_by: 'agents', since: new Date('2026-03-01T00:00').toISOString() })
  })
})
