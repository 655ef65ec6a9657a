import { sentence } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { combine, isRefused, judgeSafely, printable, printableText, rate, refuse } from './index.ts'

const low = rate([{ risk: 'LOW', sentence: sentence('reason.reads', { path: 'a' }) }])
const high = rate([{ risk: 'HIGH', sentence: sentence('reason.deletes', { path: 'b' }) }], true)

describe('judgements', () => {
  it('a refusal begins with the sentence of its code and says what to do', () => {
    expect(refuse('COMMAND_NOT_ALLOWED', 'rm', sentence('advice.use-delete-file')).refusal).toMatchObject({
      message: 'Command not allowed: rm',
      advice: 'Use delete_file.',
      messageForm: { form: 'failure.about', slots: { failure: { form: 'code.COMMAND_NOT_ALLOWED' }, subject: 'rm' } },
      adviceForm: { form: 'advice.use-delete-file' },
    })
    expect(refuse('SENSITIVE_FILE', '.env').refusal).toMatchObject({
      message: 'Sensitive file: .env',
      advice: expect.stringMatching(/^Files that hold secrets/),
    })
  })

  it('together the highest risk decides, every reason stays, and one use of the network is a use', () => {
    expect(combine(low, high)).toEqual({ risk: 'HIGH', findings: [...low.findings, ...high.findings], network: true })
    expect(combine(low, low)).toMatchObject({ risk: 'LOW', network: false })
  })

  it('together one refusal refuses all', () => {
    const refused = refuse('INVALID_PATH', 'x')
    expect(combine(high, refused, low)).toBe(refused)
  })

  it('nothing judged is HIGH, never LOW', () => {
    expect(combine()).toMatchObject({ risk: 'HIGH' })
    expect(rate([])).toMatchObject({ risk: 'HIGH', findings: [{ sentence: { form: 'reason.unjudged' } }] })
  })

  it('a defect while judging is a refusal', () => {
    const judged = judgeSafely(() => {
      throw new TypeError('boom')
    })
    expect(isRefused(judged) && judged.refusal).toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('boom') })
  })

  it('words of the agent cannot hide in a message', () => {
    expect(printable('a\u202eb\u001b[2J\u200b')).toBe('a\\u{202e}b\\u{1b}[2J\\u{200b}')
    expect(printableText('x'.repeat(500))).toBe(`${'x'.repeat(120)}… (500 characters)`)
    expect(printable('x'.repeat(500))).toEqual({ form: 'part.cut', slots: { text: 'x'.repeat(120), count: 500 } })
    expect(printable('x'.repeat(120))).toBe('x'.repeat(120))
  })
})
