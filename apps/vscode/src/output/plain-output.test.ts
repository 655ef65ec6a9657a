import { expect, test } from 'vitest'
import { plainOutput } from './plain-output.ts'

const ESC = '\u001b'

test.each([
  ['colours stay', `${ESC}[1;31mred${ESC}[0m\n`, `${ESC}[1;31mred${ESC}[0m\n`],
  ['line ends and tabs stay', 'a\tb\r\nc\n', 'a\tb\r\nc\n'],
  ['a title goes with its text', `${ESC}]0;a title\u0007done`, 'done'],
  ['an order to the clipboard goes', `${ESC}]52;c;aGk=${ESC}\\done`, 'done'],
  ['an order without an end takes its line only', `${ESC}]0;no end\nnext`, '\nnext'],
  ['what moves the cursor or clears the screen goes', `a${ESC}[2Jb${ESC}[Hc\u0008d\u0007`, 'abcd'],
  ['a lone escape and its one-byte form go', `${ESC}(\u009b31m`, '(31m'],
])('%s', (_, printed, shown) => {
  expect(plainOutput(printed)).toBe(shown)
})
