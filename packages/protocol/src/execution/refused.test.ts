import { expect, test } from 'vitest'
import { type Standing, standingOf } from './refused.ts'

const at = '2026-01-01T00:00:00.000Z'
const failed = (error_code: string, started_at: string | null = null): Standing => ({ status: 'failed', started_at, error_code })

test('what a rule or the guard refused is told apart from what did not work, and from what a person rejected', () => {
  expect(standingOf(failed('POLICY_DENIED'))).toBe('refused')
  expect(standingOf(failed('INVALID_ARGUMENTS'))).toBe('refused')
  expect(standingOf(failed('SENSITIVE_FILE', at))).toBe('refused')
  expect(standingOf(failed('FILE_NOT_FOUND', at))).toBe('failed')
  expect(standingOf(failed('RUNNER_OFFLINE'))).toBe('failed')
  expect(standingOf(failed('INTERNAL'))).toBe('failed')
  expect(standingOf({ status: 'rejected', started_at: null, error_code: 'APPROVAL_DENIED' })).toBe('rejected')
})
