// What a newcomer does: start it, then paste the lines that it printed, at a real terminal.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
// The person's own key store is left alone.
process.env.COUNTERSIGN_KEY_STORE = 'file'
const folder = mkdtempSync(join(tmpdir(), 'countersign-steps-'))
const data = join(folder, 'data')
const readyPath = join(folder, 'ready.json')
let server: ChildProcess
let printed = ''

interface Ready {
  url: string
  project_id: string
  tokens: { operator: string; agent: string }
}
const connection = () => JSON.parse(readFileSync(join(data, 'connection.json'), 'utf8'))
const ready = (): Ready => JSON.parse(readFileSync(readyPath, 'utf8'))

const countersign = (...args: string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env: { ...process.env, COUNTERSIGN_DATA: data } })

/** With a terminal of its own, as a person has. */
const atTerminal = (line: string, typed = '') =>
  spawnSync('script', ['-qec', line.replace('npx countersign', `${process.execPath} ${MAIN}`), '/dev/null'], {
    encoding: 'utf8',
    input: typed,
    env: { ...process.env, COUNTERSIGN_DATA: data },
  })

async function start(): Promise<void> {
  const words = ['serve', '--sample', join(folder, 'ws'), '--data', data, '--port', '0', '--ready-file', readyPath]
  // As npm does it: then the printed lines begin with npx.
  server = spawn(process.execPath, [MAIN, ...words], { env: { ...process.env, npm_execpath: 'npm' } })
  server.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', () => printed.includes('Stop with Ctrl-C') && resolve())
    server.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)))
  })
}

async function stop(): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

beforeAll(start)
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

describe('the first five minutes', { timeout: 90_000 }, () => {
  test('the printed lines work when pasted', () => {
    const steps = printed.split('\n').filter((line) => line.trim().startsWith('npx countersign'))
    const outputs = steps.map((step) => atTerminal(step.trim(), / approve\b/.test(step) ? 'y\n' : '').stdout)
    expect(outputs).toHaveLength(6)
    expect(outputs[0]).toContain('A small project to try Countersign on.')
    expect(outputs[1]).toContain('awaiting_approval')
    expect(outputs[2]).toContain('Write notes/today.md')
    expect(outputs[2]).toContain('- hello')
    expect(outputs[3]).toContain('- hello')
    expect(outputs[3]).toContain('Approve this? [y/N]')
    expect(outputs[3]).toContain('approved')
    expect(outputs[4]).toContain('Command not allowed: rm')
    expect(outputs[5]).toContain('write_file')
    expect(readFileSync(join(folder, 'ws', 'notes/today.md'), 'utf8')).toBe('# Today\n\n- hello\n')
  })

  test('the first thing printed is a link that signs the page in, once; page prints another', async () => {
    const links = [printed, atTerminal('npx countersign page').stdout].map((text) => /http\S+#code=(\S+)/.exec(text)?.[1])
    const exchange = (code: string | undefined) =>
      fetch(`${ready().url}/auth/exchange`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })
    expect(printed.indexOf('#code=')).toBeLessThan(printed.indexOf('workspace'))
    expect((await exchange(links[1])).status).toBe(200)
    expect((await exchange(links[1])).status).toBe(401)
    expect(links[0]).toMatch(/^[\w-]{43}$/)
    expect(countersign('page')).toMatchObject({ status: 2, stderr: expect.stringContaining('COUNTERSIGN_OPERATOR_TOKEN') })
  })

  test('a reason reaches the agent in those words', () => {
    const asked = countersign('call', 'write_file', '{"path":"a.md","content":"x"}', '--no-wait', '--json')
    const { tool_id } = JSON.parse(asked.stdout)
    expect(atTerminal(`npx countersign reject --reason "keep it as it is"`).stdout).toContain('rejected')
    const history = JSON.parse(countersign('history', '--json').stdout)
    expect(history.find((call: { tool_id: string }) => call.tool_id === tool_id)).toMatchObject({
      status: 'rejected',
      error: 'Approval denied: keep it as it is',
    })
  })

  test('approve shows what it approves and takes nothing but a yes for one; --yes needs the id', () => {
    const asked = countersign('call', 'write_file', '{"path":"b.md","content":"look at me\\n"}', '--no-wait', '--json')
    const { approval_id } = JSON.parse(asked.stdout)
    for (const typed of ['\n', 'npx countersign history\n']) {
      const { stdout } = atTerminal('npx countersign approve', typed)
      expect(stdout).toContain('look at me')
      expect(stdout).toContain('not approved: it is still pending')
    }
    expect(atTerminal('npx countersign approve --yes').stdout).toContain('--yes needs the id')
    expect(atTerminal(`npx countersign approve ${approval_id} --json`).stdout).toContain('--json cannot ask')
    const approved = atTerminal(`npx countersign approve ${approval_id} --yes`).stdout
    expect(approved).toContain('look at me')
    expect(approved).toContain(`approved ${approval_id}`)
  })

  test('nobody answers without a terminal or the operator’s token', () => {
    for (const args of [['approve'], ['reject'], ['token', '--role', 'operator']]) {
      expect(countersign(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining('COUNTERSIGN_OPERATOR_TOKEN') })
    }
  })

  test('the ready file and the data folder are private, and a second start is the same server', async () => {
    const before = ready()
    const left = connection()
    expect(statSync(readyPath).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    await stop()
    printed = ''
    rmSync(readyPath)
    await start()
    const after = ready()
    expect(after.project_id).toBe(before.project_id)
    expect(connection()).toEqual({ ...left, url: after.url })
  })

  test('doctor tells what is here, and every limit', () => {
    const { stdout } = countersign('doctor', '--json')
    const { findings, limits } = JSON.parse(stdout)
    const names = ['node', 'user', 'sandbox', 'tools', 'search', 'models', 'data', 'key-store', 'server', 'clock']
    expect(findings.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names))
    expect(limits).toMatchObject({ maxPathCharacters: 255 })
    expect(countersign('doctor').stdout).not.toContain('maxPathCharacters')
    expect(countersign('doctor', '--limits').stdout).toContain('maxPathCharacters')
  })

  test('the record verifies, exports, and shows an edit', async () => {
    expect(countersign('audit', 'verify')).toMatchObject({ status: 0, stdout: expect.stringContaining('verify') })
    const out = join(folder, 'log.jsonl')
    expect(countersign('audit', 'export', '--out', out)).toMatchObject({ status: 0 })
    expect(countersign('audit', 'verify', '--export', out)).toMatchObject({ status: 0 })
    writeFileSync(out, readFileSync(out, 'utf8').replace('runner.online', 'runner.offline'))
    expect(countersign('audit', 'verify', '--export', out)).toMatchObject({ status: 1, stdout: expect.stringContaining('was changed') })
  })

  test('a token is minted at a terminal, and works', async () => {
    const minted = atTerminal('npx countersign token --role agent --agent other').stdout.trim()
    const reply = await fetch(`${ready().url}/my/tools/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${minted}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool_name: 'read_file', tool_params: { path: 'README.md' } }),
    })
    expect(await reply.json()).toMatchObject({ status: 'completed', result: { success: true } })
  })

  test('wrong use is told in words, with exit code 2; no server with 3', () => {
    expect(countersign('call', 'read_file', 'nonsense')).toMatchObject({ status: 2 })
    expect(countersign('nothing')).toMatchObject({ status: 2 })
    expect(countersign('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('First steps') })
    const env = { ...process.env, COUNTERSIGN_DATA: data, COUNTERSIGN_URL: 'http://127.0.0.1:9' }
    expect(spawnSync(process.execPath, [MAIN, 'pending'], { encoding: 'utf8', env })).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('countersign serve'),
    })
  })
})
