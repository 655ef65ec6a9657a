import { describe, expect, it } from 'vitest'
import { boundOutput, boundText } from './bound-report.ts'
import { quoteWords } from './quote-word.ts'

describe('words for a model', () => {
  it('are whole lines up to the limit', () => {
    expect(boundText('a\nb\nc\n', 2)).toEqual({ text: 'a\nb\n', lines: 2, isCut: true })
    expect(boundText('a\nb', 2)).toEqual({ text: 'a\nb', lines: 2, isCut: false })
    expect(boundText('aaaa\nbbbb\n', 10, 6)).toEqual({ text: 'aaaa\n', lines: 1, isCut: true })
    expect(boundText('aaaaaaaa', 10, 6)).toEqual({ text: 'aaaaaa', lines: 0, isCut: true })
    expect(boundText('')).toEqual({ text: '', lines: 0, isCut: false })
  })

  it('keep the beginning and the end of a long output', () => {
    const text = Array.from({ length: 100 }, (_, index) => `${index}\n`).join('')
    expect(boundOutput(text, 100)).toBe(text)
    const bounded = boundOutput(text, 10)
    expect(bounded).toMatch(/^0\n1\n2\n3\n4\n\n\[… \d+ characters left out …\]\n95\n96\n97\n98\n99\n$/)
    expect(boundOutput('x'.repeat(1_000), 10, 100).length).toBeLessThan(150)
  })

  it('quote what could be misread and show what could hide', () => {
    expect(quoteWords(['npm', 'install', 'express@^4', '-D'])).toBe('npm install express@^4 -D')
    expect(quoteWords(['grep', 'a b', '', "it's", '$x;y', 'a\u202eb', 'l\n'])).toBe("grep 'a b' '' 'it\\'s' '$x;y' 'a\\u{202e}b' 'l\\u{a}'")
  })
})
