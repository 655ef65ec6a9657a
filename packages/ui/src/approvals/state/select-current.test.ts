import { describe, expect, test } from 'vitest'
import { selectCurrent, stepFrom } from './select-current.ts'

describe('the open question', () => {
  test('stays while it waits, wherever it stands', () => expect(selectCurrent(['b', 'a'], ['a', 'b'], 'a')).toBe('a'))
  test('is the first where none was chosen', () => expect(selectCurrent(['a', 'b'], [], undefined)).toBe('a'))
  test('gives way to the one behind it', () => expect(selectCurrent(['a', 'c'], ['a', 'b', 'c'], 'b')).toBe('c'))
  test('gives way to the last where none is behind it', () => expect(selectCurrent(['a', 'b'], ['a', 'b', 'c'], 'c')).toBe('b'))
  test('is none where nothing waits', () => expect(selectCurrent([], ['a'], 'a')).toBeUndefined())

  test('moves down and up, and stays at the ends', () => {
    expect(stepFrom(['a', 'b'], 'a', 1)).toBe('b')
    expect(stepFrom(['a', 'b'], 'b', 1)).toBe('b')
    expect(stepFrom(['a', 'b'], 'a', -1)).toBe('a')
    expect(stepFrom(['a', 'b'], undefined, 1)).toBe('a')
    expect(stepFrom([], undefined, 1)).toBeUndefined()
  })
})
