import type { Approval, Preview } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { answerOf } from './answer.ts'

const hunks = [1, 2, 3].map((number) => ({ number, diff: '' }))
const review: Preview = {
  kind: 'review',
  files: [{ path: 'a.md', change: 'modify', risk_level: 'MEDIUM', reasons: [], hunks }],
  chunks_total: 3,
}
const question: Preview = { kind: 'question', message: '?', actions: ['yes'] }
const of = (preview: Preview): Pick<Approval, 'preview'> => ({ preview })

describe('an answer from the command line', () => {
  test('takes the hunks that are named, all of them, or all but the dropped', () => {
    expect(answerOf(of(review), { take: '1, 3' })).toEqual({ action: 'apply', chunks_selected: [1, 3], cover_high: false })
    expect(answerOf(of(review), { take: 'all', coverHigh: true })).toMatchObject({ chunks_selected: [1, 2, 3], cover_high: true })
    expect(answerOf(of(review), { drop: '2', commentOn: ['2=not like this'] })).toMatchObject({
      chunks_selected: [1, 3],
      chunk_comments: { 2: 'not like this' },
    })
  })

  test('is an action with words', () => {
    expect(answerOf(of(question), { action: 'yes', comment: 'soon' })).toEqual({ action: 'yes', comment: 'soon', cover_high: false })
    expect(answerOf(of(review), { action: 'cancel' })).toEqual({ action: 'cancel', cover_high: false })
  })

  test.each([
    [question, {}, '--action'],
    [review, {}, '--take'],
    [question, { take: '1' }, 'has none'],
    [review, { take: '4' }, 'no hunk 4'],
    [review, { take: '1;2' }, 'numbers'],
    [review, { drop: '0' }, 'numbers'],
    [review, { drop: '9' }, 'no hunk 9'],
    [review, { take: 'all', commentOn: ['why not'] }, '--comment-on'],
  ] as const)('that makes no sense is told in words: %#', (preview, options, words) => {
    expect(() => answerOf(of(preview), options)).toThrow(words)
  })
})
