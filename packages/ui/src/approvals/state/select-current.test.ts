import { describe, expect, test } from 'vitest'
import { besides, currentOf } from './select-current.ts'

describe('the open question', () => {
  test('stays while it waits, wherever it stands', () => expect(currentOf(['b', 'a'], ['a', 'b'], 'a')).toBe('a'))
  test('is the first where none was chosen', () => expect(currentOf(['a', 'b'], [], undefined)).toBe('a'))
  test('gives way to the one behind it', () => expect(currentOf(['a', 'c'], ['a', 'b', 'c'], 'b')).toBe('c'))
  test('gives way to the last where none is behind it', () => expect(currentOf(['a', 'b'], ['a', 'b', 'c'], 'c')).toBe('b'))
  test('is none where nothing waits', () => expect(currentOf([], ['a'], 'a')).toBeUndefined())

  test('moves down and up, and stays at the ends', () => {
    expect(besides(['a', 'b'], 'a', 1)).toBe('b')
    expect(besides(['a', 'b'], 'b', 1)).toBe('b')
    expect(besides(['a', 'b'], 'a', -1)).toBe('a')
    expect(besides(['a', 'b'], undefined, 1)).toBe('a')
    expect(besides([], undefined, 1)).toBeUndefined()
  })
})
