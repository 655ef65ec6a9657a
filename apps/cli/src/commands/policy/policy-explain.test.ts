import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const explain = (...args: string[]) =>
  spawnSync(process.execPath, [MAIN, 'policy', 'explain', '--data', `${tmpdir()}/nothing-here`, ...args], { encoding: 'utf8' }).stdout

describe('policy explain', { timeout: 60_000 }, () => {
  test('says that there are no rules, and what holds without', () => {
    expect(explain()).toMatch(/No rules.*Without a matching rule: LOW runs/s)
  })

  test('gives the verdict that a call would get, shell lines included', () => {
    expect(explain('execute_command', '{"command":"ls"}')).toMatch(/^allow LOW\n/)
    expect(explain('execute_command', '{"command":"rm","args":["-rf","."]}')).toMatch(/^deny COMMAND_NOT_ALLOWED\n/)
    expect(explain('run_command', '{"command":"ls | wc -l"}')).toMatch(/^allow LOW\n/)
    expect(explain('run_command', '{"command":"npm install"}')).toMatch(/^ask /)
  })
})
