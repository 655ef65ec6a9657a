import { describe, expect, test } from 'vitest'
import { expandBraces } from './expand-braces.ts'
import { findSensitiveReach } from './glob-reach.ts'
import { suspectWindowsWord } from './windows-words.ts'

const expand = (raw: string) => expandBraces({ raw, value: raw, dynamic: ['brace'] })

describe('braces', () => {
  test.each([
    ['{a,b}', ['a', 'b']],
    ['x{a,b}y', ['xay', 'xby']],
    ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
    ['{a,{b,c}}', ['a', 'b', 'c']],
    ['{a}', ['{a}']],
    ['{a,b', ['{a,b']],
    ['a}b', ['a}b']],
    ['{{a,b}', ['{a', '{b']],
    ['{,x}', ['', 'x']],
  ])('%j makes %j', (raw, words) => {
    expect(expand(raw)).toEqual(words)
  })
  test.each(['{1..3}', `{a,'b'}`, '{a,$b}', '{a,\\b}', '{a,b}'.repeat(7)])('%j is not followed', (raw) => {
    expect(expand(raw)).toBeUndefined()
  })
  test('as many words as the limit are followed', () => {
    expect(expand('{a,b}'.repeat(6))).toHaveLength(64)
  })
})

describe('patterns of file names', () => {
  test.each([
    ['.en?', '.env'],
    ['.e*', '.env'],
    ['./src/.en[uv]', '.env'],
    ['.GI?', '.git'],
    ['id_rs?', 'id_rsa'],
    ['.*', '.env'],
    ['.e*n*v*x*y*', '.env'],
  ])('%j reaches %j', (pattern, name) => {
    expect(findSensitiveReach(pattern)).toBe(name)
  })
  test.each(['*', '*.ts', 'src/*.json', '.gitig*', 'README.*', '.env', 'a?', '[ab].md'])('%j is left to the question', (pattern) => {
    expect(findSensitiveReach(pattern)).toBeUndefined()
  })
})

describe('words that Windows reads in another way', () => {
  test.each(['..\\..\\x', 'C:\\Users\\x', '\\\\server\\share', '%APPDATA%\\x', 'a/%Temp%', '.ssh\\id_rsa'])('%j is refused', (raw) => {
    expect(suspectWindowsWord(raw)).toBeDefined()
  })
  test.each(['\\;', '\\(', 'a\\ b', 'foo\\.bar', '+%Y%m%d', '--format=%an%ae', `'..\\x'`, 'a\\b'])('%j passes', (raw) => {
    expect(suspectWindowsWord(raw)).toBeUndefined()
  })
})
