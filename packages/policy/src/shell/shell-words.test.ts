import { createShellGrammar } from '@countersign/shell-grammar'
import { expect, test } from 'vitest'
import { shellWords } from './shell-words.ts'

const parse = await createShellGrammar().load()

test('quotes, escapes and joints give the words that bash gives', () => {
  expect(shellWords(`ls -la "a b"c'd e' f\\ g && cat x > y z | wc`, parse)).toEqual([
    ['ls', '-la', 'a bcd e', 'f g'],
    ['cat', 'x', 'z'],
    ['wc'],
  ])
})

test('a line with a word that is known only when it runs has no words', () => {
  for (const line of ['ls $x', 'ls *', 'ls {a,b}', 'ls ~', "ls $'a'", 'ls $(pwd)', 'ls > $x', 'A=$x ls', 'if ls; then pwd; fi']) {
    expect(shellWords(line, parse)).toBeUndefined()
  }
})
