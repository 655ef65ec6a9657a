// What docs/stdio.md shows, pasted into a shell; and how the command line refuses what it cannot do.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const PAGE = readFileSync(new URL('../../../../../docs/stdio.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'countersign-stdio-'))
const workspace = join(folder, 'notes')
mkdirSync(workspace)
afterAll(() => rmSync(folder, { recursive: true }))

const env = { ...process.env, HOME: folder }
const runner = (...args: string[]) =>
  spawnSync(process.execPath, [MAIN, 'runner', '--workspace', workspace, ...args], { encoding: 'utf8', env, input: '' })

const block = (kind: string): string => new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``).exec(PAGE)?.[1] ?? ''
const read = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const inOrder = (messages: Record<string, unknown>[]) =>
  messages.sort((a, b) => String(a.call_id ?? '').localeCompare(String(b.call_id ?? '')))

describe('the documentation', () => {
  test('shows lines that work when pasted, and what they print', () => {
    const lines = block('sh').replaceAll('/tmp/notes', workspace).replace('countersign runner', `${process.execPath} ${MAIN} runner`)
    const { stdout, status } = spawnSync('bash', ['-c', lines], { encoding: 'utf8', env })
    const [hello, ...results] = inOrder(read(stdout))
    const [shownHello, ...shownResults] = read(block('json').replaceAll('/tmp/notes', workspace))
    expect(results).toEqual(shownResults)
    expect(hello).toEqual({ ...shownHello, tools: expect.arrayContaining(['read_file', 'write_file']), isolation: hello?.isolation })
    expect(status).toBe(0)
  })

  test('names what the options are called', () => {
    const { stdout } = runner('--help')
    for (const option of ['--stdio', '--approve', '--approval-seconds', '--data', '--log-level']) {
      expect(stdout).toContain(option)
      expect(PAGE).toContain(option)
    }
  })
})

describe('--stdio', () => {
  test.each([['--server', 'http://127.0.0.1:1'], ['--token-file', '/dev/null'], ['--until-stdin-ends']])('excludes %s', (...words) => {
    const { status, stderr, stdout } = runner('--stdio', ...words)
    expect(stderr).toContain('--stdio takes its calls from standard input')
    expect([status, stdout]).toEqual([2, ''])
  })

  test('or a server is needed', () => {
    const { status, stderr } = runner()
    expect(stderr).toContain('the runner needs its server: --server URL; or --stdio')
    expect(status).toBe(2)
  })

  test('takes no other mode and no odd times', () => {
    expect(runner('--stdio', '--approve', 'everything').stderr).toContain('Allowed choices are ask, low, all')
    for (const seconds of ['0', '1.5', '3601', 'soon'])
      expect(runner('--stdio', '--approval-seconds', seconds).stderr).toContain('a whole number from 1 to 3600')
  })

  test('says in words that another runner works in the folder', async () => {
    const first = spawn(process.execPath, [MAIN, 'runner', '--stdio', '--workspace', workspace], { env })
    await new Promise((resolve) => first.stdout.once('data', resolve))
    const second = runner('--stdio')
    expect(second.stderr).toContain(`another runner works in ${workspace} already`)
    expect([second.status, second.stdout]).toEqual([2, ''])
    first.stdin.end()
    expect(await new Promise((resolve) => first.once('exit', resolve))).toBe(0)
  })

  test('holds to the rules of a file that is named', () => {
    const rules = join(folder, 'rules.toml')
    writeFileSync(
      rules,
      '[[rule]]\nname = "no reading"\ndo = "deny"\ntools = ["read_file"]\nwhy = "private"\nexamples.match = [{ tool = "read_file", path = "a" }]\nexamples.no_match = [{ tool = "write_file", path = "a" }]\n',
    )
    const input = '{"type":"tool_call","call_id":"1","tool_name":"read_file","args":{"path":"hello.txt"}}'
    const args = [MAIN, 'runner', '--stdio', '--workspace', workspace, '--approve', 'all', '--rules', rules]
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env, input })
    expect(read(stdout)[1]).toMatchObject({ error: { code: 'POLICY_DENIED', message: expect.stringContaining('private') } })
  })
})
