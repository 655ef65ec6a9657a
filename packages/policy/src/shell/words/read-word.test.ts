import { describe, expect, test } from 'vitest'
import { decodeAnsiQuotes } from './ansi-quotes.ts'
import { readWord } from './read-word.ts'

const read = (source: string) => {
  const found = readWord(source, 0)
  return found && [found.word.value, ...found.word.dynamic]
}

describe('quotes are removed as bash removes them', () => {
  test.each([
    ['abc', 'abc'],
    [`a'b c'd`, 'ab cd'],
    [`"a b"`, 'a b'],
    [`"a'b"`, "a'b"],
    [`'a"b'`, 'a"b'],
    [`''`, ''],
    ['a\\ b', 'a b'],
    ['a\\\nb', 'ab'],
    ['"a\\\nb"', 'ab'],
    ["'a\\\nb'", 'a\\\nb'],
    ['"\\$\\`\\"\\\\\\n"', '$`"\\\\n'],
    ['$', '$'],
    ['a$', 'a$'],
    ['"$"', '$'],
    ['$/', '$/'],
    ['{}', '{}'],
    ['a#b', 'a#b'],
    ['a~b', 'a~b'],
    ['"*?[{~"', '*?[{~'],
  ])('%j is %j', (source, value) => {
    expect(read(source)).toEqual([value])
  })
})

describe('what is known only when it runs is named', () => {
  test.each([
    ['$a', '$a', 'variable'],
    ['"$a"', '$a', 'variable'],
    ['$' + '{a}', '$' + '{a}', 'variable'],
    ['$?', '$?', 'variable'],
    ['$' + '{a:-b}', '$' + '{a:-b}', 'expansion'],
    ['$(a)', '$(a)', 'substitution'],
    ['`a`', '`a`', 'substitution'],
    ['$((1))', '$((1))', 'arithmetic'],
    ['$[1]', '$[1]', 'arithmetic'],
    ['*', '*', 'glob'],
    ['a?', 'a?', 'glob'],
    ['[a]', '[a]', 'glob'],
    ['{a,b}', '{a,b}', 'brace'],
    ['a}', 'a}', 'brace'],
    ['~', '~', 'tilde'],
    ['a=~', 'a=~', 'tilde'],
    ['a:~', 'a:~', 'tilde'],
    ["$'a\\tb'", 'a\tb', 'ansi'],
    ['$"a"', 'a', 'translation'],
  ])('%j', (source, value, dynamic) => {
    expect(read(source)).toEqual([value, dynamic])
  })
})

test.each([`'a`, `"a`, 'a\\', "$'a", '$"a'])('%j is not a word', (source) => {
  expect(read(source)).toBeUndefined()
})

test.each([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')'])('%j ends a word', (character) => {
  expect(readWord(`ab${character}cd`, 0)).toEqual({ word: { value: 'ab', raw: 'ab', dynamic: [] }, end: 2 })
  expect(read(`'a${character}b'`)).toEqual([`a${character}b`])
})

test('escapes of ANSI quotes become the characters that bash makes of them', () => {
  expect(decodeAnsiQuotes(`\\a\\b\\e\\E\\f\\n\\r\\t\\v\\\\\\'\\"\\?`)).toBe(`\x07\b\x1b\x1b\f\n\r\t\v\\'"?`)
  expect(decodeAnsiQuotes('\\162\\x6d\\u0041\\U0001F600\\cA\\7')).toBe('rmA\u{1f600}\x01\x07')
  expect(decodeAnsiQuotes('\\q\\UFFFFFFFF')).toBe('\\q\ufffd')
})
