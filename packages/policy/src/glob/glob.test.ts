import { describe, expect, it } from 'vitest'
import { createMatcher, expandBraces, matchName } from './glob.ts'

const matches = (pattern: string, path: string) => createMatcher(pattern)(path.split('/'))

describe('a glob', () => {
  it.each([
    ['*', 'a', true],
    ['*', '.a', false],
    ['.*', '.a', true],
    ['a*c', 'abbc', true],
    ['a*c', 'ab', false],
    ['?', 'ä', true],
    ['??', 'a', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a]x', 'bx', true],
    ['[]]', ']', true],
    ['[', '[', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['*a*b*c*', 'xaybzc', true],
    ['', '', true],
    ['**', 'a', true],
  ])('%s on the name %s: %s', (pattern, name, expected) => expect(matchName(pattern, name)).toBe(expected))

  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['**/b', 'b', true],
    ['**/b', 'x/y/b', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**', 'a', true],
    ['a/**', 'a/x/y', true],
    ['**', '.a/b', false],
    ['**/*', 'x/.a', false],
    ['**/.a/**/c', 'x/.a/y/c', true],
    ['**/a/**/b', 'a/x/a/y/b', true],
    ['*/*', 'a', false],
  ])('%s on the path %s: %s', (pattern, path, expected) => expect(matches(pattern, path)).toBe(expected))

  it('expands braces, nested ones too, and gives up on too many', () => {
    expect(expandBraces('{a,b}.{c,d}').sort()).toEqual(['a.c', 'a.d', 'b.c', 'b.d'])
    expect(expandBraces('{a,{b,c}}').sort()).toEqual(['a', 'b', 'c'])
    expect(expandBraces('{a}')).toEqual(['{a}'])
    expect(expandBraces('{a,b}'.repeat(20)).length).toBeLessThan(200)
  })

  it('answers at once whatever the pattern is', () => {
    // Trying every combination would exceed the time limit of a test by far.
    expect(matchName(`${'*a'.repeat(120)}b`, 'a'.repeat(250))).toBe(false)
    expect(matches(`${'**/a/'.repeat(100)}b`, Array(120).fill('a').join('/'))).toBe(false)
  })
})
