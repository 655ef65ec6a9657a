import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { policyVersion } from '@countersign/policy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPolicy } from './read-policy.ts'
import { watchPolicy } from './watched-policy.ts'

const rule = (name: string) => `
[[rule]]
name = "${name}"
do = "deny"
paths = ["${name}/**"]
why = "x"
examples.match = [{ tool = "read_file", path = "${name}/a" }]
examples.no_match = [{ tool = "read_file", path = "other/a" }]
`

let data = ''
let file = ''
let said: string[] = []
const logger = {
  info: () => undefined,
  warn: (_: object, text: string) => void said.push(text),
  error: (_: object, text: string) => void said.push(text),
}
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'countersign-policy-'))
  file = join(data, 'policy.toml')
  said = []
})
afterEach(() => rmSync(data, { recursive: true }))

const start = (given?: string) => watchPolicy({ given, data }, readPolicy({ given, data }), logger)
const namesIn = ({ current }: ReturnType<typeof start>) => current.rules.map(({ name }) => name)
const soon = { timeout: 20_000 }

describe('the policy file of a server that runs', () => {
  test('takes effect when it is changed, replaced or made, with another version', async () => {
    using policy = start()
    expect(namesIn(policy)).toEqual([])
    writeFileSync(file, rule('a'))
    await expect.poll(() => namesIn(policy), soon).toEqual(['a'])
    const before = policyVersion(policy.current)
    writeFileSync(`${file}.new`, rule('b'))
    renameSync(`${file}.new`, file)
    await expect.poll(() => namesIn(policy), soon).toEqual(['b'])
    expect(policyVersion(policy.current)).not.toBe(before)
    expect(policy.problem).toBeUndefined()
  })

  test('leaves the old rules in force where it is broken, deleted or open to others, says so, and mends', async () => {
    writeFileSync(file, rule('a'))
    using policy = start()
    writeFileSync(file, rule('b').replace('deny', 'maybe'))
    await expect.poll(() => policy.problem, soon).toMatch(/policy\.toml line 4: /)
    expect(namesIn(policy)).toEqual(['a'])
    rmSync(file)
    await expect.poll(() => policy.problem, soon).toMatch(/is gone/)
    expect(namesIn(policy)).toEqual(['a'])
    writeFileSync(file, rule('c'))
    chmodSync(file, 0o666)
    await expect.poll(() => policy.problem, soon).toMatch(/others may write/)
    expect(namesIn(policy)).toEqual(['a'])
    chmodSync(file, 0o600)
    await expect.poll(() => namesIn(policy), soon).toEqual(['c'])
    expect(policy.problem).toBeUndefined()
    expect(said).toEqual([
      ...Array(3).fill('the policy file is not used; the rules before it stay in force'),
      'the policy file is in force',
    ])
  })
})

describe('a policy file that cannot be used', () => {
  test('stops the start', () => {
    const workspace = join(data, 'ws')
    mkdirSync(workspace)
    const inside = join(workspace, 'policy.toml')
    writeFileSync(inside, rule('a'))
    expect(() => readPolicy({ given: inside, data, workspace })).toThrow(/lies in the workspace/)
    writeFileSync(file, rule('a'))
    chmodSync(file, 0o622)
    expect(() => readPolicy({ given: undefined, data, workspace })).toThrow(/others may write/)
    expect(() => readPolicy({ given: join(data, 'missing.toml'), data, workspace })).toThrow(/there is no file/)
  })
})
