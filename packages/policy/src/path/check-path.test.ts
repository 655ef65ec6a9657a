import { LIMITS } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { checkPath, leavesWorkspace } from './check-path.ts'

const codeOf = (path: unknown) => {
  const checked = checkPath(path)
  return 'refusal' in checked ? checked.refusal.code : undefined
}

describe('a path leaves the workspace', () => {
  it.each(['$HOME', '$HOME/x', '$HOME\\x', '$_', `$${'{HOME}'}/x`, '~', '~root/x', '/x', '\\x', 'c:x', 'a/..', 'a\\..\\b'])(
    'by %j',
    (path) => {
      expect(leavesWorkspace(path)).toBe(true)
    },
  )

  it.each(['.. ', 'a/..\t/b', '. .', '.. .', '. ', '.  ', '.. ..'])('by %j, which Windows shortens to a way up', (path) => {
    expect(leavesWorkspace(path)).toBe(true)
  })

  it.each(['$HOMEx', '$home/x', 'a$HOME', 'a~', 'a..b', '...', ' ..', 'v. ', '. a', '..a ', 'ab:c'])('but not by %j', (path) => {
    expect(leavesWorkspace(path)).toBe(false)
  })
})

describe('the length of a path', () => {
  // Names of one character, so that no single name is too long.
  const ofLength = (length: number, name: string): string => Array.from({ length }, (_, index) => (index % 2 ? '/' : name)).join('')

  it.each(['a', '漢', '🙂'])('counts characters such as %s, not the units they are stored in', (name) => {
    expect(codeOf(ofLength(LIMITS.maxPathCharacters, name))).toBeUndefined()
    expect(codeOf(ofLength(LIMITS.maxPathCharacters + 1, name))).toBe('INVALID_PATH')
  })

  it('a name has at most 255 bytes', () => {
    expect(codeOf('a'.repeat(255))).toBeUndefined()
    expect(codeOf('漢'.repeat(85))).toBeUndefined()
    expect(codeOf(`${'漢'.repeat(85)}a`)).toBe('INVALID_PATH')
    expect(codeOf(`x/${'漢'.repeat(86)}/y`)).toBe('INVALID_PATH')
  })
})

it.each(['con', 'a/NUL.txt', ' aux', 'aux .x', 'com1', 'LPT9.log', 'ｃｏｎ', 'clock$'])('%j is a device of Windows', (path) => {
  expect(codeOf(path)).toBe('INVALID_PATH')
})

it.each(['falcon', 'console', 'a.con', 'com', 'com10', 'nul1', 'lpt-1'])('%j is a name', (path) => {
  expect(codeOf(path)).toBeUndefined()
})

it.each([undefined, null, 1, {}, ['a']])('%j is not a path', (path) => {
  expect(checkPath(path)).toMatchObject({ refusal: { code: 'INVALID_ARGUMENTS', message: 'Invalid arguments: path is not a text' } })
})

it('every refusal says what is wrong', () => {
  const advice = (path: string) => {
    const checked = checkPath(path)
    return 'refusal' in checked ? `${checked.refusal.message} ${checked.refusal.advice}` : ''
  }
  expect(advice('')).toMatch(/^Invalid path: the path is empty/)
  expect(advice('a'.repeat(LIMITS.maxPathCharacters + 1))).toMatch(`A path has at most ${LIMITS.maxPathCharacters} characters.`)
  expect(advice('a\u200b')).toMatch(/It holds control or invisible characters\.$/)
  expect(advice('ab:c')).toMatch(/A name has no colon\.$/)
  expect(advice('a\\b')).toMatch(/Use \/ between names\.$/)
  expect(advice('漢'.repeat(86))).toMatch(/A name is too long\.$/)
  expect(advice('aux')).toMatch(/It names a device on Windows\.$/)
})
