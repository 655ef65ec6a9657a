import { expect, test } from 'vitest'
import { overviewOf } from './overview.ts'

test('parts of a time are joined, the most frequent calls first', () => {
  const call = { tool_name: 'read_file', risk_level: 'LOW', status: 'completed' } as const
  const { calls, days } = overviewOf(
    [
      { ...call, tool_name: 'git.log', day: '2026-01-01', count: 3 },
      { ...call, day: '2026-01-02', count: 2 },
      { ...call, day: '2026-01-01', count: 2 },
    ],
    [],
  )
  expect(calls).toEqual([
    { ...call, count: 4 },
    { ...call, tool_name: 'git.log', count: 3 },
  ])
  expect(days).toEqual([
    { day: '2026-01-01', risk_level: 'LOW', count: 5 },
    { day: '2026-01-02', risk_level: 'LOW', count: 2 },
  ])
})

test('answers are told by how long they took', () => {
  const { decisions } = overviewOf(
    [],
    [
      { answer: 'approved', waited_seconds: 4, count: 8 },
      { answer: 'rejected', waited_seconds: 0.5, count: 1 },
      { answer: 'answered', waited_seconds: 700, count: 1 },
      { answer: 'expired', waited_seconds: null, count: 2 },
    ],
  )
  expect(decisions).toMatchObject({ count: 12, approved: 8, rejected: 1, answered: 1, expired: 2, median_seconds: 4, p90_seconds: 4 })
  expect(decisions.buckets.filter(({ count }) => count > 0)).toEqual([
    { up_to_seconds: 1, count: 1 },
    { up_to_seconds: 5, count: 8 },
    { up_to_seconds: null, count: 1 },
  ])
})
