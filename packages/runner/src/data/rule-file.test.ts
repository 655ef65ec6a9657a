import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRuleFile, readRuleFileIfPresent } from './rule-file.ts'

let folder = ''
let workspace = ''
const at = (name: string) => join(folder, name)
const read = (name: string) => readRuleFile(at(name), { workspace })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-rule-file-'))
  workspace = at('ws')
  for (const name of ['ws', 'ws/sub', 'own', 'shared']) mkdirSync(at(name), { mode: 0o755 })
  for (const name of ['ws/rules.toml', 'own/rules.toml', 'shared/rules.toml']) writeFileSync(at(name), 'version = "1"', { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a file of rules', () => {
  test('that only its owner may write is read', () => {
    expect(read('own/rules.toml')).toBe('version = "1"')
    symlinkSync(at('own/rules.toml'), at('link.toml'))
    expect(read('link.toml')).toBe('version = "1"')
    chmodSync(at('shared'), 0o1777)
    expect(read('shared/rules.toml')).toBe('version = "1"')
  })

  test.each([
    ['lies in the workspace', () => undefined, 'ws/rules.toml'],
    ['is reached by a link into the workspace', () => symlinkSync(at('ws/rules.toml'), at('link.toml')), 'link.toml'],
    ['is reached by a link of the workspace', () => symlinkSync(at('own/rules.toml'), at('ws/link.toml')), 'ws/link.toml'],
    [
      'is reached by way of the workspace',
      () => {
        symlinkSync(at('own'), at('ws/sub/out'))
        symlinkSync(at('ws/sub/out'), at('way'))
      },
      'way/rules.toml',
    ],
  ])('that %s is refused', (_, prepare, name) => {
    prepare()
    expect(() => read(name)).toThrow(/lies in the workspace/)
  })

  test.each([
    ['others may write', () => chmodSync(at('own/rules.toml'), 0o646), /others may write .*rules\.toml/],
    ['a group may write', () => chmodSync(at('own/rules.toml'), 0o664), /others may write .*rules\.toml/],
    ['lies in a folder that others may write', () => chmodSync(at('own'), 0o777), /others may write .*own/],
    ['lies below a folder that a group may write', () => chmodSync(folder, 0o770), /others may write/],
  ])('that %s is refused', (_, prepare, why) => {
    prepare()
    expect(() => read('own/rules.toml')).toThrow(why)
  })

  test.runIf(process.getuid?.() === 0)('of somebody else is refused', () => {
    chownSync(at('own/rules.toml'), 54_322, 54_322)
    expect(() => read('own/rules.toml')).toThrow(/belongs to another user/)
    chownSync(at('own/rules.toml'), 0, 0)
    chownSync(at('own'), 54_322, 54_322)
    expect(() => read('own/rules.toml')).toThrow(/belongs to another user/)
  })

  test('that is none, or goes in a circle, is refused; a missing one is missing', () => {
    symlinkSync(at('b'), at('a'))
    symlinkSync(at('a'), at('b'))
    expect(() => read('a')).toThrow(/circle/)
    expect(() => read('own')).toThrow(/not a file/)
    expect(() => read('missing')).toThrow(/ENOENT/)
    expect(readRuleFileIfPresent(at('missing'), { workspace })).toBeUndefined()
  })
})
