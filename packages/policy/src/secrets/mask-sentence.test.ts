import { inEnglish, sentence } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { maskSentence } from './mask-sentence.ts'
import { createMasker } from './masker.ts'

const masker = createMasker({ knownValues: ['hunter2hunter2', 'ab to cd'] })

test('a sentence that hides nothing stays the same object', () => {
  const said = sentence('title.write', { path: 'a.md' })
  expect(maskSentence(masker, said)).toBe(said)
})

test('a secret in a slot is masked there, and the form stays', () => {
  const masked = maskSentence(masker, sentence('title.run', { command: 'login hunter2hunter2' }))
  expect(masked.form).toBe('title.run')
  expect(inEnglish(masked)).not.toContain('hunter2')
})

test('a secret across slots is masked as in the text, which takes the place of the form', () => {
  const said = sentence('title.move', { from: 'ab', to: 'cd' })
  const masked = maskSentence(masker, said)
  expect(masked.form).toBe('text')
  expect(inEnglish(masked)).toBe(masker.maskText(inEnglish(said)))
})
