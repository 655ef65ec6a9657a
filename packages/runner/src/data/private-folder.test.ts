// Whose a data folder is.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { privateFolder } from './private-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const first = { workspace: '/projects/a', project: 'p_one' }
const others = [
  { workspace: '/projects/b', project: 'p_one' },
  { workspace: '/projects/a', project: 'p_two' },
  { workspace: '/projects/a', project: null },
]

test('the first workspace and project has the top, at every start', () => {
  expect(privateFolder(folder, first)).toBe(folder)
  for (const other of others) privateFolder(folder, other)
  expect(privateFolder(folder, { ...first })).toBe(folder)
})

test('every other workspace or project has a folder of its own below, the same at every start', () => {
  privateFolder(folder, first)
  const own = others.map((other) => privateFolder(folder, other))
  expect(new Set([folder, ...own]).size).toBe(4)
  for (const path of own) expect(path).toMatch(/\/workspaces\/[0-9a-f]{32}$/)
  expect(others.map((other) => privateFolder(folder, other))).toEqual(own)
})

test('an owner that cannot be read is nobody: the top is not shared', () => {
  writeFileSync(join(folder, 'owner.json'), '{"workspace":')
  expect(privateFolder(folder, first)).toContain('/workspaces/')
})

test('nothing but the owner is left in the folder', () => {
  for (const owner of [first, ...others]) privateFolder(folder, owner)
  expect(readdirSync(folder)).toEqual(['owner.json'])
})
