import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { describeMissing } from './setup.ts'
import { findMissing, SYSTEM_PARTS } from './system-parts.ts'

const part = { command: 'frobnicate', debianPackage: 'frob', neededBy: 'nothing real' }

function folderWith(command: string, mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'))
  writeFileSync(join(folder, command), '')
  chmodSync(join(folder, command), mode)
  return folder
}

test('a part is there when its command can be run from PATH', () => {
  expect(findMissing([part], ['/nowhere', folderWith('frobnicate', 0o755)].join(delimiter))).toEqual([])
})

test('a file that cannot be run does not count', () => {
  expect(findMissing([part], folderWith('frobnicate', 0o644))).toEqual([part])
})

test('what is missing is named with its package and its use', () => {
  expect(describeMissing([part])).toContain('frobnicate (package frob): nothing real')
  expect(describeMissing([part])).toContain('apt-get install frob')
})

test('every part has a command and a package of its own', () => {
  expect(new Set(SYSTEM_PARTS.map(({ command }) => command)).size).toBe(SYSTEM_PARTS.length)
  expect(SYSTEM_PARTS.every(({ debianPackage }) => /^[a-z0-9][a-z0-9+.-]+$/.test(debianPackage))).toBe(true)
})
