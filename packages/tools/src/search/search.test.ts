// What can be searched for, and how a search is reported to a model. The runner's tests check that ripgrep agrees.
import { inEnglish } from '@countersign/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileQuery, searchInProject } from '../index.ts'

const compile = (query: string, caseSensitive = true) => compileQuery({ query, regex: true, caseSensitive })

const matches = (query: string, text: string, caseSensitive = true): boolean =>
  new RegExp(compile(query, caseSensitive).javascript, caseSensitive ? 'u' : 'iu').test(text)

describe('a regular expression', () => {
  it.each([
    ['a.c', 'abc', true],
    ['a.c', 'a\nc', false],
    ['^b$', 'a\nb\nc', true],
    ['^b$', 'ab', false],
    ['a|b|', '', true],
    ['(?:ab){2}', 'abab', true],
    ['a{2,3}?b', 'aab', true],
    ['[a-c]+', 'b', true],
    ['[^a-c]', 'a\n', false],
    ['[]x]', ']', true],
    ['[a-]', '-', true],
    ['[\\]\\-^]', '^', true],
    ['\\d\\w\\s', '1_ ', true],
    ['\\D\\W\\S', 'a !', true],
    ['\\w', 'é', false],
    ['\\s', '\u00a0', false],
    ['\\bé', 'aé', true],
    ['\\B', 'é', true],
    ['a\\.b\\/c', 'a.b/c', true],
    ['\\t', '\t', true],
    ['}]', '}]', true],
    ['👍.', '👍é', true],
  ])('%s on %j: %s', (query, text, expected) => expect(matches(query, text)).toBe(expected))

  it.each([
    ['K', '\u212a', true],
    ['\\w', '\u212a', false],
    ['[^k]', 'K', false],
    ['größe', 'GRÖSSE', false],
    ['größe', 'GRÖßE', true],
  ])('without regard to case: %s on %s: %s', (query, text, expected) => expect(matches(query, text, false)).toBe(expected))

  it.each([
    '(',
    ')',
    '(a',
    '[a',
    '[',
    '[z-a]',
    '[a-\\d]',
    '[[]',
    '[\\W]',
    '*a',
    'a**',
    'a+++',
    '^*',
    '\\b+',
    '{2}',
    'a{3,2}',
    'a{101}',
    '(a+)+',
    '(?:(a*))*',
    '(a*){2,}',
    '(?=a)',
    '(?<n>a)',
    '(?i)a',
    '\\1',
    '\\p{L}',
    '\\n',
    '\\r',
    '\\x41',
    'a\\',
    `${'('.repeat(60)}a${')'.repeat(60)}`,
  ])('refuses %s in words', (query) => {
    expect(() => compile(query)).toThrow(/^Invalid arguments: query: [a-z\\(){}*+?[^].{10,}/)
    const input = searchInProject.input.parse({ query, regex: true })
    expect(searchInProject.judge(input, { isolation: 'none' })).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS' } })
  })

  it('is one that JavaScript understands, or is refused', async () => {
    const piece = fc.constantFrom(...'ab(.)[]{}*+?|^$\\-,19dwsWbBntx: é')
    const check = (text: string) => {
      try {
        new RegExp(compile(text).javascript, 'iu')
      } catch (error) {
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS' })
      }
    }
    await fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        check,
      ),
      { numRuns: 5_000 },
    )
  })
})

describe('a text', () => {
  it.each(['a\nb', 'a\rb', 'a\0b', 'a\ud800'])('refuses %j', (query) => {
    expect(() => compileQuery({ query, regex: false, caseSensitive: false })).toThrow(/^Invalid arguments: query: /)
  })

  it('means itself, whatever it holds', async () => {
    const check = (query: string) => {
      const { javascript } = compileQuery({ query, regex: false, caseSensitive: false })
      expect(new RegExp(`^${javascript}$`, 'u').test(query)).toBe(true)
    }
    await fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed()),
        check,
      ),
    )
  })

  it('is left to us where ripgrep may know other cases of its letters', () => {
    expect(compileQuery({ query: 'grün привет 数据', regex: false, caseSensitive: false }).rust).toBeDefined()
    expect(compileQuery({ query: 'ꟋꟌ', regex: false, caseSensitive: false }).rust).toBeUndefined()
    expect(compileQuery({ query: 'ꟋꟌ', regex: false, caseSensitive: true }).rust).toBeDefined()
  })
})

describe('search_in_project', () => {
  const input = searchInProject.input.parse({ query: 'a b', path: 'src' })
  const match = (line: number, text = 'x', around: string[] = []) => ({
    path: 'a.ts',
    line,
    column: 1,
    text,
    before: around,
    after: around,
  })
  const report = (matches: ReturnType<typeof match>[], total_count = matches.length) =>
    searchInProject.report({ success: true, matches, total_count, truncated: total_count > matches.length }, input)

  it('asks in words made from the parameters', () => expect(inEnglish(searchInProject.ask(input))).toBe("Search src for 'a b'"))

  it('reports matches by path and line, context marked', () => {
    expect(report([match(3), match(9, 'y')])).toBe('a.ts:3:x\na.ts:9:y\n')
    expect(report([match(3, 'x', ['c'])])).toBe('a.ts-2-c\na.ts:3:x\na.ts-4-c\n--\n')
    expect(report([])).toBe("Nothing in src matches 'a b'.")
  })

  it('is bounded by whole matches and says how to see others', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => match(index + 1, 'x'.repeat(200)))
    expect(report(many, 1_234)).toMatch(/a\.ts:(\d+):x{200}\n\[\1 of 1234 matching lines\. To see others: /)
    expect(report([match(1)], 10_000)).toMatch(/\[1 of 10000 or more matching lines/)
    expect(report(many, 1_234).length).toBeLessThan(66_000)
  })

  it.each([{ query: '' }, { query: 'x'.repeat(1_001) }, { context_lines: 6 }, { context_lines: -1 }, { pattern: '' }, { unknown: 1 }])(
    'refuses %j',
    (change) => {
      expect(searchInProject.input.safeParse({ query: 'a', ...change }).success).toBe(false)
    },
  )
})
