import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
let folder: string

const check = (args: string[], input = '') => spawnSync(process.execPath, [MAIN, 'policy', 'check', ...args], { input, encoding: 'utf8' })
const lines = (calls: unknown[], ...args: string[]) => {
  const { stdout } = check(['--jsonl', ...args], calls.map((call) => (typeof call === 'string' ? call : JSON.stringify(call))).join('\n'))
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
const command = (id: string, name: string, ...args: string[]) => ({ id, tool: 'execute_command', params: { command: name, args } })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-check-'))
  mkdirSync(join(folder, 'ws'))
  writeFileSync(join(folder, 'outside.txt'), 'x')
  symlinkSync('../outside.txt', join(folder, 'ws', 'link-out'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('policy check', { timeout: 60_000 }, () => {
  test('answers JSON lines in order, one verdict each', () => {
    const verdicts = lines([
      command('a', 'ls', '-la'),
      command('b', 'npm', 'install'),
      command('c', 'rm', '-rf', '/'),
      { id: 'd', tool: 'read_file', params: { path: '.env' } },
      { id: 'e', tool: 'nothing', params: {} },
    ])
    expect(verdicts).toMatchObject([
      { id: 'a', decision: 'allow', risk: 'LOW' },
      { id: 'b', decision: 'ask', risk: 'MEDIUM' },
      { id: 'c', decision: 'deny', risk: null, code: 'COMMAND_NOT_ALLOWED' },
      { id: 'd', decision: 'deny', code: 'SENSITIVE_FILE' },
      { id: 'e', decision: 'deny', code: 'TOOL_NOT_FOUND' },
    ])
    for (const { reasons } of verdicts) expect(reasons.length).toBeGreaterThan(0)
  })

  test('judges shell lines too', () => {
    const line = (id: string, text: string) => ({ id, tool: 'run_command', params: { command: text } })
    expect(lines([line('a', 'ls | wc'), command('b', 'ls'), line('c', 'ls && rm x'), line('d', 'ls *')])).toMatchObject([
      { id: 'a', decision: 'ask', risk: 'MEDIUM' },
      { id: 'b', decision: 'allow' },
      { id: 'c', decision: 'deny', code: 'COMMAND_NOT_ALLOWED' },
      { id: 'd', decision: 'ask', risk: 'HIGH' },
    ])
  })

  test('denies what is not a call, and goes on', () => {
    expect(
      lines(['not json', '7', 'null', '{"id":"x","tool":5,"params":{}}', '{"id":"y","tool":"read_file"}', command('z', 'ls')]),
    ).toMatchObject([
      { decision: 'deny' },
      { decision: 'deny' },
      { decision: 'deny' },
      { id: 'x', decision: 'deny' },
      { id: 'y', decision: 'deny' },
      { id: 'z', decision: 'allow' },
    ])
  })

  test('allows no command unasked without a sandbox', () => {
    expect(lines([command('a', 'ls')], '--isolation', 'none')).toMatchObject([{ decision: 'ask', risk: 'MEDIUM' }])
  })

  test('looks at real files where a workspace is given', () => {
    const calls = [{ id: 'a', tool: 'read_file', params: { path: 'link-out' } }, command('b', 'cat', 'link-out')]
    expect(lines(calls)).toMatchObject([{ decision: 'allow' }, { decision: 'allow' }])
    expect(lines(calls, '--workspace', join(folder, 'ws'))).toMatchObject([
      { decision: 'deny', code: 'PATH_OUTSIDE_WORKSPACE' },
      { decision: 'deny', code: 'PATH_OUTSIDE_WORKSPACE' },
    ])
  })

  test('tells a person one verdict in words, with an exit code', () => {
    const denied = check(['execute_command', '{"command":"rm"}'])
    expect(denied.stdout).toContain('Command not allowed: rm')
    expect(denied.status).toBe(1)
    expect(check(['read_file', '{"path":"README.md"}'])).toMatchObject({ status: 0 })
    expect(check(['read_file', '{"path":'])).toMatchObject({ status: 2, stderr: expect.stringContaining('is not JSON') })
    expect(check([])).toMatchObject({ status: 2 })
  })
})
