// Errors that a scripted server cannot produce, or only after a long wait.
import { expect, test } from 'vitest'
import { ModelError } from '../../model.ts'
import { askedWait } from './asked-wait.ts'
import { describeProblem } from './describe-problem.ts'
import { findProblem } from './find-problem.ts'

const SETTINGS = { name: 'tested', provider: 'openai-compatible', model: 'm', baseUrl: 'http://localhost/v1' } as const

test('a server that says nothing for minutes is told apart from one that is away', () => {
  const cause = Object.assign(new Error('Body Timeout Error'), { code: 'UND_ERR_BODY_TIMEOUT' })
  const found = findProblem(new TypeError('terminated', { cause }))
  expect(found.is).toBe('silent')
  expect(describeProblem(found, SETTINGS, 2)).toMatchObject({
    problem: 'unreachable',
    message: expect.stringContaining('said nothing for five minutes'),
  })
})

test.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'])('%s of the network is told', (code) => {
  const cause = Object.assign(new Error('x'), { code })
  expect(findProblem(new TypeError('fetch failed', { cause }))).toMatchObject({ is: 'unreachable', detail: code })
})

test.each([undefined, null, 'broken', 17, {}, { message: 5 }, new Error('odd')])(
  'anything else that is thrown is told too (%#)',
  (thrown) => {
    const error = describeProblem(findProblem(thrown), SETTINGS, 1)
    expect(error).toBeInstanceOf(ModelError)
    expect(error.message).toMatch(/^The model "tested" \(openai-compatible\) /)
  },
)

test('a wait is read in seconds, in milliseconds, as a date, and out of the body', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const wait = (headers: Record<string, string>, text = '') => askedWait({ headers, text }, now)
  expect(wait({ 'retry-after': '7' })).toBe(7_000)
  expect(wait({ 'retry-after-ms': '250', 'retry-after': '7' })).toBe(250)
  expect(wait({ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' })).toBe(9_000)
  expect(wait({ 'retry-after': 'soon' })).toBeUndefined()
  expect(wait({}, '"retryDelay": "34.5s"')).toBe(34_500)
  expect(wait({})).toBeUndefined()
})
