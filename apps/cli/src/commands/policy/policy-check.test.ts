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

  test('judges by the mode that is given, with what the workspace has', () => {
    const at = ['--workspace', join(folder, 'ws')]
    const line = (id: string, text: string) => ({ id, tool: 'run_command', params: { command: text } })
    const calls = [
      line('reads', 'cat notes.txt | head -3'),
      line('changes', 'mkdir -p src && mv notes.txt src/'),
      line('builds', 'cargo build'),
      line('publishes', 'git push'),
      line('unknown', 'zig build'),
      line('never', 'sudo ls'),
    ]
    const decisions = (...args: string[]) => lines(calls, ...at, ...args).map(({ decision }) => decision)
    writeFileSync(join(folder, 'ws', 'Cargo.toml'), '[package]\nname = "a"\n')
    expect(decisions('--mode', 'rehearse')).toEqual(['allow', 'rehearse', 'rehearse', 'ask', 'ask', 'deny'])
    expect(lines([line('absolute', `cd ${folder}/ws && cat ${folder}/ws/notes.txt`)], ...at, '--mode', 'ask')).toMatchObject([
      { decision: 'allow' },
    ])
    expect(decisions('--mode', 'ask')).toEqual(['allow', 'ask', 'ask', 'ask', 'ask', 'deny'])
    expect(decisions('--mode', 'strict')).toEqual(decisions())
    expect(decisions()).toEqual(['ask', 'deny', 'deny', 'ask', 'deny', 'deny'])
    expect(check(['--jsonl', '--mode', 'loose'])).toMatchObject({ status: 2, stderr: expect.stringContaining('strict, ask, rehearse') })
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
    const denied = check(['execute_command', '{"command":"rm"}', '--mode', 'strict'])
    expect(denied.stdout).toContain('Command not allowed: rm')
    expect(denied.status).toBe(1)
    expect(check(['read_file', '{"path":"README.md"}'])).toMatchObject({ status: 0 })
    expect(check(['read_file', '{"path":'])).toMatchObject({ status: 2, stderr: expect.stringContaining('is not JSON') })
    expect(check([])).toMatchObject({ status: 2 })
  })
})
