import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { inEnglish, type Sentence } from '../sentence/sentence.ts'
import { jsonTextProblem, valuesProblem } from './digest.ts'

const said = (problem: Sentence | undefined) => problem && inEnglish(problem)

const objectOf = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, index]))
const deep = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`

describe('keys and elements are counted without reading the text', () => {
  test.each([
    ['an object', objectOf(10)],
    ['a list', Array.from({ length: 10 }, () => 0)],
    ['lists in objects in lists', [{ a: [1, 2, 3] }, { b: { c: [4] } }, 5]],
    ['texts that look like more', { a: '[1,2,3,{"x":1}]', 'b:",': ['\\', '\\"', '"', ',,::[['] }],
    ['nothing in it', { a: [], b: {} }],
  ])('%s', (_, value) => {
    const text = JSON.stringify(value, null, 2)
    const count = Array.from({ length: 30 }, (_, limit) => limit).findIndex((limit) => !valuesProblem(value, limit))
    expect(count).toBeGreaterThan(0)
    // An empty list may count as one.
    expect(jsonTextProblem(text, count + 1)).toBeUndefined()
    expect(said(jsonTextProblem(text, count - 1))).toMatch('keys and elements')
  })

  test('80,000 keys are too many, wherever they stand', () => {
    for (const value of [objectOf(80_000), { a: { b: objectOf(80_000) } }, [Array.from({ length: 80_000 }, () => null)]]) {
      expect(said(jsonTextProblem(JSON.stringify(value)))).toBe('it has more than 5,000 keys and elements')
      expect(said(valuesProblem(value, LIMITS.maxJsonValues))).toBe('it has more than 5,000 keys and elements')
    }
  })

  test('the same key again and again counts each time', () => {
    expect(said(jsonTextProblem(`{${'"a":1,'.repeat(80_000)}"a":1}`))).toMatch('keys and elements')
  })

  test.each([
    ['objects', '{"a":', '}'],
    ['lists', '[', ']'],
  ])('%s are no deeper than the limit', (_, open, close) => {
    expect(jsonTextProblem(deep(LIMITS.maxJsonDepth, open, close))).toBeUndefined()
    expect(said(jsonTextProblem(deep(LIMITS.maxJsonDepth + 1, open, close)))).toMatch('nested deeper')
  })

  test.each(['', '"', '"\\', '{', ']]]]', '\\"[', 'nonsense: [', '{"a":"'])('what is no JSON is left to whoever reads it: %j', (text) => {
    expect(jsonTextProblem(text)).toBeUndefined()
  })
})
