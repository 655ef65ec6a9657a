import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-rules-'))
  for (const name of ['ws', 'data', 'data/runner']) mkdirSync(join(folder, name))
})
afterEach(() => rmSync(folder, { recursive: true }))

const serve = (...more: string[]) =>
  spawnSync(process.execPath, [MAIN, 'serve', '--workspace', join(folder, 'ws'), '--data', join(folder, 'data'), '--port', '0', ...more], {
    encoding: 'utf8',
    timeout: 15_000,
  })

test.each(['data/runner.toml', 'data/runner/runner.toml', 'named.toml'])(
  'a wrong rule in %s stops the start and its line is told',
  (name) => {
    writeFileSync(join(folder, name), '# mine\n[[rule]]\nname = "x"\ndo = "allow"\n')
    const { status, stderr } = serve(...(name === 'named.toml' ? ['--rules', join(folder, name)] : []))
    expect(stderr).toContain(`${join(folder, name)} line 2: `)
    expect(status).toBe(2)
  },
)

test('a file of rules that was named must be there', () => {
  const { status, stderr } = serve('--rules', join(folder, 'missing.toml'))
  expect(stderr).toContain('there is no file')
  expect(status).toBe(2)
})
