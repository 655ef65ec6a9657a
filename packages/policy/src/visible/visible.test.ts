import { readFileSync } from 'node:fs'
import { hasOddCharacters, makeVisible } from '@countersign/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

interface HostileString {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly shown: string
  readonly multiline?: boolean
  readonly odd?: false
}

const data = readFileSync(new URL('../../corpus/hostile-strings.jsonl', import.meta.url), 'utf8')
const strings = data
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as HostileString)
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...strings.map(({ text }) => text)))

/** Decodes the escapes. */
const decode = (shown: string): string =>
  shown.replace(/⟨U\+([0-9A-F]{4,6})⟩/g, (_escape, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))

test('the data holds at least forty hostile strings', () => {
  expect(strings.filter(({ odd }) => odd !== false).length).toBeGreaterThanOrEqual(40)
})

describe('what a person is shown', () => {
  test.each(strings)('$id $kind', ({ text, shown, multiline = false, odd = true }) => {
    expect(makeVisible(text, { multiline })).toBe(shown)
    expect(hasOddCharacters(text, { multiline })).toBe(odd)
  })
  test('two different texts never look the same', () => {
    fc.assert(fc.property(anyText, fc.boolean(), (text, multiline) => decode(makeVisible(text, { multiline })) === text))
  })
  test('what was made visible holds nothing odd any more', () => {
    fc.assert(fc.property(anyText, (text) => !hasOddCharacters(makeVisible(text))))
  })
  test('only a text with odd characters is changed', () => {
    fc.assert(fc.property(anyText, (text) => text.includes('⟨U+') || hasOddCharacters(text) === (makeVisible(text) !== text)))
  })
  test('a long text of anything is shown in time that follows its length', () => {
    for (const unit of ['a', '\u0301', '\u200d', '👨\u200d', '\u001b[', '⟨U+', '🏴\u{e0067}', '1\ufe0f']) {
      // Quadratic time would exceed the time limit of a test.
      expect(makeVisible(unit.repeat(200_000 / unit.length)).length).toBeGreaterThanOrEqual(199_000)
    }
  })
})

describe('on one line', () => {
  test('a short text is shown whole', () => {
    expect(oneLine('ls -la\n', 40)).toBe('ls -la⟨U+000A⟩')
  })
  test('a long text keeps its beginning and its end and says how long it is', () => {
    expect(oneLine(`ls ${'x'.repeat(1_000)}; rm -rf .`, 60)).toBe(`ls ${'x'.repeat(23)} … 1013 characters … xxx; rm -rf .`)
  })
  test('an escape or a pair is never cut in two', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 60 }), (text, room) => {
        const line = oneLine(text.repeat(3), room)
        expect(line.length).toBeLessThanOrEqual(room)
        expect(line.isWellFormed()).toBe(true)
        expect(line.replace(/⟨U\+[0-9A-F]{4,6}⟩/g, '')).not.toMatch(/⟨U\+?[0-9A-F]*$|^[0-9A-F]+⟩/)
      }),
    )
  })
})
