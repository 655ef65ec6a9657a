// What a person reads when something is wrong: a sentence with what to do, never a stack.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-errors-'))
const at = (name: string): string => join(folder, name)
const taken = createServer()

const run = (...args: string[]) => spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', timeout: 30_000 })
const serve = (...args: string[]) => ['serve', '--data', at('data'), '--port', '0', ...args]

beforeAll(async () => {
  writeFileSync(at('file'), 'no TOML [')
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true })
})

const portOf = () => String((taken.address() as { port: number }).port)

const CASES: readonly [string, () => string[], number, string][] = [
  ['a port that is taken', () => serve('--sample', at('ws'), '--port', portOf()), 1, '--port (0 takes a free one)'],
  ['a port that is none', () => serve('--sample', at('ws'), '--port', '99999'), 2, 'from 0 to 65535'],
  ['an address for everybody', () => serve('--sample', at('ws'), '--host', '0.0.0.0'), 1, 'without configured auth'],
  ['a time that is too long', () => serve('--sample', at('ws'), '--approval-seconds', '999999'), 1, 'approval_seconds'],
  ['no number', () => serve('--sample', at('ws'), '--lease-seconds', 'soon'), 2, 'a number above 0'],
  ['a level of logging that is none', () => serve('--log-level', 'loud'), 2, 'Allowed choices'],
  ['a workspace that is not there', () => serve('--workspace', at('nothing')), 2, 'there is no folder'],
  ['the whole machine as workspace', () => serve('--workspace', '/'), 2, '/ cannot be a workspace: it is not the folder of one project'],
  ['a file as workspace', () => serve('--workspace', at('file')), 2, 'is not a folder'],
  ['a workspace to check that is not there', () => ['policy', 'check', 'read_file', '--workspace', at('nothing')], 2, 'there is no folder'],
  ['a file as data folder', () => ['serve', '--sample', at('ws'), '--data', at('file')], 1, 'is a file where a folder is needed'],
  ['a policy file that is not there', () => serve('--sample', at('ws'), '--policy', at('nothing')), 2, 'there is no file'],
  ['a policy file that is none', () => serve('--sample', at('ws'), '--policy', at('file')), 2, 'line 1'],
  ['a secret that is too short', () => serve('--secret-file', at('file')), 1, 'needs at least'],
  ['an export to nowhere', () => ['audit', 'verify', '--export', at('nothing'), '--data', at('data')], 1, `There is no ${folder}`],
  ['a status that is none', () => ['history', '--status', 'done', '--data', at('data')], 2, 'awaiting_approval'],
  ['a token for no time', () => ['token', '--role', 'agent', '--hours', 'x'], 2, 'a number above 0'],
  ['parameters that are no JSON', () => ['policy', 'check', 'read_file', 'README.md'], 2, `'{"path":"README.md"}'`],
]

describe('an error is a sentence that says what to do', { timeout: 60_000 }, () => {
  test.each(CASES)('%s', (_, args, status, words) => {
    const { stderr, ...ran } = run(...args())
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(ran.status).toBe(status)
  })

  test('a record that is not there is not begun by looking for it', () => {
    expect(run('audit', 'verify', '--data', at('nowhere'))).toMatchObject({ status: 2, stderr: expect.stringContaining('no record is in') })
    expect(existsSync(at('nowhere'))).toBe(false)
  })
})
