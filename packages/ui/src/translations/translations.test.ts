import { expect, test } from 'vitest'
import { en } from './en/index.ts'
import { ru } from './ru/index.ts'
import { zh } from './zh/index.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/

const entriesOf = (words: object, path: string[] = []): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[[...path, key].join('.'), value] as [string, string]] : entriesOf(value, [...path, key]),
  )

/** Languages differ in how many plural forms they have: the name counts. */
const namesOf = (words: object) => [...new Set(entriesOf(words).map(([key]) => key.replace(PLURAL, '')))].sort()

const placeholdersOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

test.each([
  ['ru', ru],
  ['zh', zh],
])('%s has every word of English, and no other', (_, words) => {
  expect(namesOf(words)).toEqual(namesOf(en))
})

test.each([
  ['en', en],
  ['ru', ru],
  ['zh', zh],
])('no word of %s is empty', (_, words) => {
  expect(entriesOf(words).filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each([
  ['ru', ru],
  ['zh', zh],
])('%s fills in the same values as English', (_, words) => {
  const english = new Map(entriesOf(en))
  const different = entriesOf(words).filter(([key, text]) => {
    const original = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? ''
    return placeholdersOf(text).join() !== placeholdersOf(original).join()
  })
  expect(different).toEqual([])
})

test('every language has the plural forms that its numbers need', () => {
  for (const [language, words] of Object.entries({ en, ru, zh })) {
    const keys = new Set(entriesOf(words).map(([key]) => key))
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const plural = [...keys].filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, ''))
    for (const name of plural) for (const form of forms) expect(keys, language).toContain(`${name}_${form}`)
  }
})
