import { expect, test } from 'vitest'
import { safeOutput, safeProse } from './safe-text.ts'

test('prose keeps its own blanks and joiners and shows what would turn or hide it', () => {
  expect(safeProse('Он\u00a0сказал\u3000“да”\tнет\n👨\u200d👩')).toBe('Он\u00a0сказал\u3000“да”\tнет\n👨\u200d👩')
  expect(safeProse('a\u202ebc\u200bd\u0007')).toBe('a⟨U+202E⟩bc⟨U+200B⟩d⟨U+0007⟩')
  expect(safeProse('a\u{e0041}')).toBe('a⟨U+E0041⟩')
  expect(safeProse('one\r\ntwo\rthree')).toBe('one\ntwo⟨U+000D⟩three')
})

test('output loses the colours, titles and links of a terminal', () => {
  expect(
    safeOutput('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\ \u001b(B\u001b[2Kend'),
  ).toBe('red link end')
  expect(safeOutput('half \u001b]0;never closed')).toBe('half ')
  expect(safeOutput('a\u001b')).toBe('a⟨U+001B⟩')
})

test('a line of output that was written over shows what was written last', () => {
  expect(safeOutput('10%\r50%\r100%\r\ndone\r')).toBe('100%\ndone')
})
