import { expect, test } from 'vitest'
import { callsByDay, callsByTool, seriesIn } from './figures.ts'

test('calls of a tool are one row, whatever became of them; the most called come first', () => {
  const calls = [
    { tool_name: 'read_file', risk_level: 'LOW' as const, status: 'completed' as const, count: 2 },
    { tool_name: 'write_file', risk_level: 'MEDIUM' as const, status: 'completed' as const, count: 3 },
    { tool_name: 'write_file', risk_level: 'MEDIUM' as const, status: 'rejected' as const, count: 1 },
    { tool_name: 'write_file', risk_level: null, status: 'failed' as const, count: 1 },
  ]
  const rows = callsByTool({ calls })
  expect(rows.map(({ name, total }) => [name, total])).toEqual([
    ['write_file', 5],
    ['read_file', 2],
  ])
  expect(rows[0]?.counts).toEqual({ LOW: 0, MEDIUM: 4, HIGH: 0, none: 1 })
  expect(seriesIn(rows)).toEqual(['LOW', 'MEDIUM', 'none'])
})

test('days without a call are there too', () => {
  const days = [{ day: '2026-02-28', risk_level: 'HIGH' as const, count: 4 }]
  const rows = callsByDay({ days, since: '2026-02-27T13:00:00.000Z', until: '2026-03-01T01:00:00.000Z' })
  expect(rows.map(({ name, total }) => [name, total])).toEqual([
    ['2026-02-27', 0],
    ['2026-02-28', 4],
    ['2026-03-01', 0],
  ])
})
