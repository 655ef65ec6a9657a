import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

const BASE = 'one\ntwo\nthree\nfour\nfive\n'

describe('two changes of one text', () => {
  it.each([
    ['on different lines', 'one\n2\nthree\nfour\nfive\n', 'one\ntwo\nthree\nfour\n5\n', 'one\n2\nthree\nfour\n5\n'],
    ['on neighbouring lines', 'one\n2\nthree\nfour\nfive\n', 'one\ntwo\n3\nfour\nfive\n', 'one\n2\n3\nfour\nfive\n'],
    ['that insert and delete', 'zero\none\ntwo\nthree\nfour\nfive\n', 'one\ntwo\nfive\n', 'zero\none\ntwo\nfive\n'],
    ['of which one is none', BASE, 'one\ntwo\n3\nfour\nfive\n', 'one\ntwo\n3\nfour\nfive\n'],
  ])('%s are joined', (_, approved, typed, joined) => {
    expect(mergeTexts({ base: BASE, approved, typed })).toBe(joined)
    expect(mergeTexts({ base: BASE, approved: typed, typed: approved })).toBe(joined)
  })

  it.each([
    ['of the same line', 'one\n2\nthree\nfour\nfive\n', 'one\nTWO\nthree\nfour\nfive\n'],
    ['at the same place', 'one\nnew\ntwo\nthree\nfour\nfive\n', 'one\nother\ntwo\nthree\nfour\nfive\n'],
    ['where one deletes what the other changes', 'one\nfour\nfive\n', 'one\ntwo\n3\nfour\nfive\n'],
    ['where one inserts beside what the other changes', 'one\nnew\ntwo\nthree\nfour\nfive\n', 'one\n2\nthree\nfour\nfive\n'],
    ['at the end without a line end', `${BASE}six`, `${BASE}6`],
  ])('%s are not', (_, approved, typed) => {
    expect(mergeTexts({ base: BASE, approved, typed })).toBeUndefined()
    expect(mergeTexts({ base: BASE, approved: typed, typed: approved })).toBeUndefined()
  })

  it('keep line ends, a byte order mark and a missing last line end', () => {
    const base = '\ufeffone\r\ntwo\r\nthree\r\nfour'
    const approved = '\ufeff1\r\ntwo\r\nthree\r\nfour'
    expect(mergeTexts({ base, approved, typed: '\ufeffone\r\ntwo\r\nthree\r\n4' })).toBe('\ufeff1\r\ntwo\r\nthree\r\n4')
  })

  it('are joined in the same way whichever comes first, and a change alone stays as it is', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, text, (base, approved, typed) => {
        expect(mergeTexts({ base, approved, typed })).toBe(mergeTexts({ base, approved: typed, typed: approved }))
        expect(mergeTexts({ base, approved, typed: base })).toBe(approved)
      }),
    )
  })

  it('that are too large to be compared are not joined', () => {
    const base = 'x\n'.repeat(3 * 1024 * 1024)
    expect(mergeTexts({ base, approved: `a\n${base}`, typed: `${base}b\n` })).toBeUndefined()
  })
})
