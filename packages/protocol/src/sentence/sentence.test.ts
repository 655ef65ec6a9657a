import { describe, expect, test } from 'vitest'
import { ENGLISH_FORMS } from './en/index.ts'
import { type Catalogue, inEnglish, renderBeside, renderSentence, sentence, sentenceSchema } from './sentence.ts'
import { slotsOf } from './template.ts'

const RUSSIAN: Catalogue = {
  language: 'ru',
  forms: {
    'title.write': 'Записать {path}',
    'part.workspace': 'папка проекта',
    'title.list': 'Показать: {path}',
    'part.and-more-files': {
      one: '{changes} и ещё {count} файл',
      few: '{changes} и ещё {count} файла',
      other: '{changes} и ещё {count} файлов',
    },
  },
}

describe('a sentence', () => {
  test('is its English text with the slots filled in', () => {
    expect(inEnglish(sentence('title.move', { from: 'a.md', to: 'b.md' }))).toBe('Move a.md to b.md')
    expect(inEnglish(sentence('reason.unjudged'))).toBe('Nothing was understood of this call')
  })

  test('fills each slot once: what a stranger put into it is never filled in again', () => {
    expect(inEnglish(sentence('title.move', { from: '{to} $& $1', to: 'b' }))).toBe('Move {to} $& $1 to b')
  })

  test('holds sentences, and lists of them', () => {
    const changes = [sentence('part.rename', { from: 'a', path: 'b' }), sentence('part.delete', { path: 'c' })]
    expect(inEnglish(sentence('title.apply-patch', { changes }))).toBe('Apply a patch: rename a to b, delete c')
    expect(inEnglish(sentence('title.list', { path: sentence('part.workspace') }))).toBe('List the workspace')
  })

  test('joins a list with semicolons where its form says so', () => {
    const conflicts = [sentence('text', { text: 'a is gone' }), sentence('text', { text: 'b is gone' })]
    expect(inEnglish(sentence('undo.conflicts', { conflicts }))).toBe('nothing was undone, because a is gone; b is gone')
  })

  test('is rendered in another language, its parts too', () => {
    expect(renderSentence(sentence('title.list', { path: sentence('part.workspace') }), RUSSIAN)).toBe('Показать: папка проекта')
  })

  test('has the plural that its count needs in each language', () => {
    const more = (count: number) => sentence('part.and-more-files', { changes: 'a', count })
    expect([1, 2, 5].map((count) => renderSentence(more(count)))).toEqual(['a and 1 more file', 'a and 2 more files', 'a and 5 more files'])
    expect([1, 2, 5].map((count) => renderSentence(more(count), RUSSIAN))).toEqual([
      'a и ещё 1 файл',
      'a и ещё 2 файла',
      'a и ещё 5 файлов',
    ])
  })

  test('of an unknown form, or with an empty slot, is shown as the text beside it', () => {
    for (const unknown of [
      { form: 'title.fly' },
      { form: 'toString' },
      { form: 'title.write' },
      { form: 'title.write', slots: { paths: 'a' } },
    ])
      expect(renderBeside('Write a', unknown)).toBe('Write a')
    expect(renderBeside('Move a to b', sentence('title.move', { from: 'a', to: 'b' }), RUSSIAN)).toBe('Move a to b')
    expect(renderBeside('Write a', undefined)).toBe('Write a')
    expect(() => inEnglish({ form: 'title.fly' })).toThrow(/title.fly/)
  })

  test('that holds itself over and over is not followed for ever', () => {
    const endless: { form: string; slots: Record<string, object> } = { form: 'text', slots: {} }
    endless.slots.text = endless
    expect(renderSentence(endless as Parameters<typeof renderSentence>[0])).toBeUndefined()
  })

  test('travels as JSON', () => {
    const made = sentence('title.apply-patch', { changes: [sentence('part.delete', { path: 'c' })] })
    expect(sentenceSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made)
    expect(sentenceSchema.safeParse({ form: 'text', slots: { text: null } }).success).toBe(false)
  })
})

test('the plural texts of a form have the same slots, and a count', () => {
  for (const [form, template] of Object.entries(ENGLISH_FORMS)) {
    if (typeof template === 'string') continue
    expect(slotsOf(template), form).toContain('count')
    for (const text of Object.values(template)) expect(slotsOf(text), form).toEqual(slotsOf(template))
  }
})
