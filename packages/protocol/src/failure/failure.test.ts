import { expect, test } from 'vitest'
import { ERROR_CODES, isErrorCode } from '../errors/error-codes.ts'
import { Failure, failureSentence } from './failure.ts'

test('every code has a status, a sentence and advice', () => {
  for (const [code, entry] of Object.entries(ERROR_CODES)) {
    expect(entry.http, code).toBeGreaterThanOrEqual(400)
    expect(entry.sentence, code).toMatch(/^[A-Z].*[^.]$/)
    expect(entry.advice, code).toMatch(/^[A-Z].*\.$/)
  }
})

test('a failure begins with the sentence of its code', () => {
  expect(new Failure('COMMAND_NOT_ALLOWED', { subject: 'rm' })).toMatchObject({
    message: 'Command not allowed: rm',
    http: 403,
    details: { subject: 'rm' },
  })
  expect(new Failure('APPROVAL_TIMEOUT', {}, { http: 410 }).http).toBe(410)
  expect(failureSentence('NOT_FOUND')).toBe('Not found')
  expect([isErrorCode('NOT_FOUND'), isErrorCode('toString'), isErrorCode(7)]).toEqual([true, false, false])
})
