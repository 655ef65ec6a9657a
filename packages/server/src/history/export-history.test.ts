import { describe, expect, test } from 'vitest'
import { csvField } from './export-history.ts'

describe('a field of a table', () => {
  test.each(['=1+1', '+1', '-1', '@sum(a)', '\tx', '\r=1', ' =1+1', '|cmd', '%0a=1'])('%j is no formula', (text) => {
    expect(csvField(text).replace(/^"/, '')).toMatch(/^'/)
  })

  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [-5, '-5'],
    [null, ''],
    [{ a: '=1' }, '"{""a"":""=1""}"'],
  ])('%j is written as %s', (value, written) => expect(csvField(value)).toBe(written))
})
