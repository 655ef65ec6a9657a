import type { Approval } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { formOf } from './form.ts'

const questionOf = (message: string, actions: readonly string[]) =>
  ({ agent: 'coder (editor)', preview: { kind: 'question', message, actions } }) as unknown as Approval

const form = formOf(questionOf('Which?', ['left\u200b', 'right']))

describe('the form of a question', () => {
  test('says who asks, whose words they are, and shows what could hide in them', () => {
    const params = formOf(questionOf('One\u202e?\nTwo', ['left\u200b']))?.paramsOf('')
    expect(params?.message).toMatch(
      /^coder \(editor\) asks\. The text below was written by the agent\. .*approves nothing\.\n\nOne⟨U\+202E⟩\?\nTwo$/,
    )
    expect(params?.requestedSchema.properties).toMatchObject({ action: { enum: ['left⟨U+200B⟩'] }, comment: { maxLength: 10_000 } })
  })

  test('is none for anything but a question in words', () => {
    expect(formOf({ agent: 'x', preview: { kind: 'text', text: 'x' } } as unknown as Approval)).toBeUndefined()
  })

  test('gives the action as the agent wrote it, and a comment where there is one', () => {
    expect(form?.read({ action: 'left⟨U+200B⟩', comment: '' })).toEqual({ answer: { action: 'left\u200b', cover_high: false } })
    expect(form?.read({ action: 'right', comment: 'so' })).toEqual({ answer: { action: 'right', comment: 'so', cover_high: false } })
  })

  test.each([
    [undefined, 'action: choose one of ["left⟨U+200B⟩","right"]'],
    [{ action: 'dismissed' }, 'action: choose one of'],
    [{ action: 1 }, 'action: choose one of'],
    [{ action: 'right', comment: 1 }, 'comment: '],
    [{ action: 'right', comment: 'x'.repeat(10_001) }, 'comment: '],
    [{ action: 'right', cover_high: true }, 'cover_high'],
  ])('refuses %j in words', (content, words) => expect(form?.read(content)).toMatchObject({ refused: expect.stringContaining(words) }))
})
