import { describe, expect, it } from 'vitest'
import { encodeBase64 } from '../files/base64.ts'
import { countLines, decodeText, encodeText, requireText, sliceLines } from './text.ts'

describe('text', () => {
  it.each(['\ufeffa\r\nb', 'no newline', '', '漢字\n😀\n', 'a\0b'])('%j survives decoding and encoding', (text) => {
    expect(decodeText(encodeText(text, 'a.txt'))).toBe(text)
  })

  it('that is not UTF-8 has no text, and says so', () => {
    expect(decodeText(Uint8Array.of(0xff, 0xfe))).toBeUndefined()
    expect(() => requireText(Uint8Array.of(0xc3), 'a.bin')).toThrow('Not a text file in UTF-8: a.bin')
  })

  it('with half a surrogate pair is refused, not quietly changed', () => {
    expect(() => encodeText('a\ud800', 'a.txt')).toThrow(/half a surrogate pair/)
  })

  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
    ['a\r\nb\r\n', 2],
  ])('%j has %i lines', (text, lines) => expect(countLines(text)).toBe(lines))

  it.each([
    [0, 1, 'a\n'],
    [1, 1, 'b\r\n'],
    [1, 9, 'b\r\nc'],
    [2, 1, 'c'],
    [3, 1, ''],
    [0, 0, ''],
  ])('from line %i, %i lines', (offset, limit, expected) => {
    expect(sliceLines('a\nb\r\nc', offset, limit)).toBe(expected)
  })

  it('as base64 is what Node makes of it, at every length', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 77 + length) % 256)
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
    }
  })
})
