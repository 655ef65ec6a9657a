import { expect, it } from 'vitest'
import { findFolderCycles } from './folder-cycles.ts'

const modulesOf = (imports: Record<string, readonly string[]>) =>
  Object.entries(imports).map(([source, targets]) => ({
    source: `packages/core/src/${source}`,
    dependencies: targets.map((target) => ({ resolved: `packages/core/src/${target}` })),
  }))

const cyclesOf = (imports: Record<string, readonly string[]>) =>
  findFolderCycles(modulesOf(imports), 'packages/core', (file) => file.endsWith('.test.ts'))

it('folders that import each other through different files are found', () => {
  expect(cyclesOf({ 'a/one.ts': ['b/two.ts'], 'b/three.ts': ['c/four.ts'], 'c/five.ts': ['a/six.ts'] })).toEqual([
    'folders of packages/core in a circle: a → b → c → a',
  ])
})

it('a folder and its own subfolder are two', () => {
  expect(cyclesOf({ 'a/one.ts': ['a/inner/two.ts'], 'a/inner/three.ts': ['a/four.ts'] })).toHaveLength(1)
})

it('one direction, files of one folder and tests are no circle', () => {
  expect(cyclesOf({ 'a/one.ts': ['b/two.ts', 'a/three.ts'], 'a/three.ts': ['a/four.ts'], 'b/two.test.ts': ['a/one.ts'] })).toEqual([])
})

it('a file right in src is a place of its own', () => {
  expect(cyclesOf({ 'engine.ts': ['a/one.ts'], 'a/one.ts': ['core.ts'] })).toEqual([])
  expect(cyclesOf({ 'core.ts': ['a/one.ts'], 'a/two.ts': ['core.ts'] })).toHaveLength(1)
})
