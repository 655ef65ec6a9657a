import { expect, test } from 'vitest'
import { ERROR_CODES, isErrorCode } from '../errors/error-codes.ts'
import { sentence } from '../sentence/sentence.ts'
import { verbatim } from '../sentence/verbatim.ts'
import { Failure, failureSentence } from './failure.ts'

test('every code has a status, a sentence and advice', () => {
  for (const [code, entry] of Object.entries(ERROR_CODES)) {
    expect(entry.http, code).toBeGreaterThanOrEqual(400)
    expect(entry.sentence, code).toMatch(/^[A-Z].*[^.]$/)
    expect(entry.advice, code).toMatch(/^[A-Z].*\.$/)
  }
})

test('a failure begins with the sentence of its code', () => {
  const [command] = ['rm', '-r'] as [string, string]
  expect(new Failure('COMMAND_NOT_ALLOWED', { subject: verbatim(command) })).toMatchObject({
    message: 'Command not allowed: rm',
    http: 403,
    details: { subject: 'rm' },
  })
  expect(new Failure('APPROVAL_TIMEOUT', {}, { http: 410 }).http).toBe(410)
  expect(failureSentence('NOT_FOUND')).toBe('Not found')
  expect([isErrorCode('NOT_FOUND'), isErrorCode('toString'), isErrorCode(7)]).toEqual([true, false, false])
})

test('words written in code are a sentence, or do not compile', () => {
  const path: string = 'a.md'
  // @ts-expect-error a bare text has no other languages
  const bare = new Failure('NOT_FOUND', { subject: path })
  // @ts-expect-error words in code are not verbatim
  const words = new Failure('NOT_FOUND', { subject: verbatim('it is gone') })
  // @ts-expect-error neither around a name
  const around = new Failure('NOT_FOUND', { subject: verbatim(`${path} is gone`) })
  expect([bare, words, around].map(({ message }) => message)).toEqual([
    'Not found: a.md',
    'Not found: it is gone',
    'Not found: a.md is gone',
  ])
  const said = new Failure('NOT_FOUND', { subject: sentence('undo.conflict', { path, what: sentence('undo.is-gone') }) })
  expect([said.message, said.details.subject]).toEqual(['Not found: a.md is gone', 'a.md is gone'])
})
