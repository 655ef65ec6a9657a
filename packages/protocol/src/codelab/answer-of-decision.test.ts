import { expect, test } from 'vitest'
import type { Preview } from '../approval/preview.ts'
import { answerOfDecision } from './answer-of-decision.ts'

const question: Preview = { kind: 'question', message: 'Go on?', actions: ['approve', 'deny'] }
const review: Preview = { kind: 'review', files: [], chunks_total: 3 }

test('a plain approve takes the action approve, and every hunk of a review without the tick for HIGH', () => {
  expect(answerOfDecision({ decision: 'approve' }, question)).toEqual({ action: 'approve', cover_high: false })
  expect(answerOfDecision({ decision: 'approve' }, review)).toEqual({ action: 'apply', chunks_selected: [1, 2, 3], cover_high: false })
})

test('the answer that was given counts, and feedback is its comment', () => {
  const modified_arguments = { action: 'apply', chunks_selected: [2], chunk_comments: { 1: 'too long' }, cover_high: true }
  expect(answerOfDecision({ decision: 'edit', modified_arguments, feedback: 'only this' }, review)).toEqual({
    ...modified_arguments,
    comment: 'only this',
  })
})

test('a reject sets the question aside or cancels the review, whatever else it carries', () => {
  const decision = { decision: 'reject', modified_arguments: { action: 'apply' }, feedback: 'later' } as const
  expect(answerOfDecision(decision, question)).toEqual({ action: 'dismissed', comment: 'later', cover_high: false })
  expect(answerOfDecision(decision, review)).toEqual({ action: 'cancel', comment: 'later', cover_high: false })
})

test.each([{ action: '' }, { chunks_selected: [0] }, { chunk_comments: { x: 'y' } }, { surprise: true }])(
  '%o is no answer',
  (modified_arguments) => {
    expect(() => answerOfDecision({ decision: 'approve', modified_arguments }, review)).toThrow('Invalid arguments: modified_arguments.')
  },
)
