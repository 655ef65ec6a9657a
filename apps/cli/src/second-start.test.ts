// Starting again: the same sample with what waited in it, and a second server beside the first.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { untilServing } from '../test/until-serving.ts'

const BIN = fileURLToPath(new URL('../bin/countersign.cjs', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'countersign-again-'))
const environment = { ...process.env, HOME: home, NODE_NO_WARNINGS: '1', COUNTERSIGN_KEY_STORE: 'file' }
let server: ChildProcess | undefined

afterAll(async () => {
  await stop()
  rmSync(home, { recursive: true })
})

// Ended after a while: a server that starts although it must not would go on for ever.
const countersign = (...args: string[]) =>
  spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8', env: environment, timeout: 120_000 })

async function start(): Promise<void> {
  server = spawn(process.execPath, [BIN, 'serve', '--sample', '--port', '0'], { env: environment })
  await untilServing(server)
}

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null) return
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

const connection = () => JSON.parse(readFileSync(join(home, '.countersign', 'connection.json'), 'utf8'))

test('the sample is one project: what waited is there after a restart', async () => {
  await start()
  const first = connection()
  countersign('call', 'write_file', '{"path":"waits.md","content":"x"}', '--no-wait')
  await stop()
  await start()
  expect(connection().project_id).toBe(first.project_id)
  expect(countersign('pending').stdout).toContain('Write waits.md')
  expect(existsSync(join(home, 'countersign-sample', 'README.md'))).toBe(true)
})

test('a second server says where the first one runs, and what to type', () => {
  const { status, stderr } = countersign('serve', '--workspace', join(home, 'countersign-sample'), '--port', '0')
  expect(status).toBe(2)
  for (const words of [connection().url, `process ${server?.pid}`, join(home, 'countersign-sample'), join(home, '.countersign')])
    expect(stderr).toContain(words)
  expect(stderr).toMatch(/countersign page\n/)
  expect(stderr).toMatch(/countersign serve --workspace DIR --data ANOTHER-FOLDER/)
  expect(stderr).not.toContain('sqlite')
})

test('--version prints the version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(countersign('--version')).toMatchObject({ status: 0, stdout: `${version}\n` })
})

/** Loaded before the program: this Node reports the version of an older one. */
const REPORT_OLDER_VERSION = `
Object.defineProperty(process, 'version', { value: 'v20.20.2' })
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
`

/** A real older Node, where the machine has one, shows besides that it can read the program at all. */
const realOlderNode = ['/usr/bin/node', '/usr/local/bin/node', '/bin/node'].find((path) => {
  const major = existsSync(path) && Number(/^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout)?.[1])
  return major && major < 24
})

test('an older Node says in one sentence what is needed', () => {
  const preload = join(home, 'report-older-version.cjs')
  writeFileSync(preload, REPORT_OLDER_VERSION)
  const olderNodes = [[process.execPath, '--require', preload], ...(realOlderNode ? [[realOlderNode]] : [])]
  for (const [program = '', ...options] of olderNodes) {
    const { status, stderr, stdout } = spawnSync(program, [...options, BIN, 'serve'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^countersign needs Node 24 or newer, and this is v\d+\.\d+\.\d+: .+\.\n$/)
  }
})
