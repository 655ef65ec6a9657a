import { expect, test } from 'vitest'
import { grantState } from './grant-state.ts'

const NOON = Date.parse('2026-01-01T12:00:00Z')
const HOUR_LATER = '2026-01-01T13:00:00Z'

test('a grant is active until its time is over', () => {
  expect(grantState({ revoked_at: null, expires_at: HOUR_LATER }, NOON)).toBe('active')
  expect(grantState({ revoked_at: null, expires_at: HOUR_LATER }, Date.parse(HOUR_LATER))).toBe('expired')
})

test('a grant without an end is active until it is revoked', () => {
  expect(grantState({ revoked_at: null, expires_at: null }, NOON * 2)).toBe('active')
  expect(grantState({ revoked_at: HOUR_LATER, expires_at: null }, NOON)).toBe('revoked')
})

test('a grant that was revoked stays so, whatever its time', () => {
  for (const now of [NOON, NOON * 2]) expect(grantState({ revoked_at: HOUR_LATER, expires_at: HOUR_LATER }, now)).toBe('revoked')
})
