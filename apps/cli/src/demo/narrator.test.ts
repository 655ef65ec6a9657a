import { expect, test } from 'vitest'
import { wrap } from './narrator.ts'

test('a long line is broken at blanks, under its own margin', () => {
  expect(wrap('  one two three', 9)).toEqual(['  one two', '  three'])
})

test('a line that fits is left as it is, colours not counted', () => {
  const line = '\u001b[1m  a   b\u001b[22m'
  expect(wrap(line, 7)).toEqual([line])
})

test('a word that is longer than the line is left whole', () => {
  expect(wrap('a abcdefghij b', 5)).toEqual(['a', 'abcdefghij', 'b'])
})
