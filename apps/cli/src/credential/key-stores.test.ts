// The operator's credential with real servers and a real key store (GNOME Keyring on a message bus of its own), and without one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { missingPrograms, openKeySession } from '../../test/key-session.ts'
import { untilServing } from '../../test/until-serving.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const missing = missingPrograms()
if (missing.length > 0) console.warn(`not tried: the key store of a session needs ${missing.join(', ')}`)

let folder: string
let data: string
let server: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-keys-'))
  data = join(folder, 'data')
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

type Environment = Readonly<Record<string, string>>
const NO_SESSION: Environment = { PATH: process.env.PATH ?? '', HOME: tmpdir(), NODE_NO_WARNINGS: '1' }

async function serve(environment: Environment, ...more: string[]): Promise<void> {
  const words = ['serve', '--sample', join(folder, 'sample'), '--data', data, '--port', '0', ...more]
  server = spawn(process.execPath, [MAIN, ...words], { env: { ...NO_SESSION, ...environment } })
  await untilServing(server)
}

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server?.once('exit', resolve))
  server.kill(signal)
  await ended
}

const countersign = (environment: Environment, ...args: string[]) =>
  spawnSync(process.execPath, [MAIN, ...args, '--data', data], { encoding: 'utf8', env: { ...NO_SESSION, ...environment } })

const fileOf = (name: string) => JSON.parse(readFileSync(join(data, name), 'utf8'))

/** The roles of every token that lies anywhere in the data folder, by the file's name. */
function tokensInFiles(): string[] {
  const files = globSync('**/*', { cwd: data, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name)
    // A file that was written beside its place and moved there in the meantime.
    const text = existsSync(path) ? readFileSync(path, 'latin1') : ''
    const claims = [...text.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g)].map(([, payload = '']) => Buffer.from(payload, 'base64url'))
    return claims.map((claim) => `${name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'PROJECT')}: ${JSON.parse(claim.toString()).roles}`)
  })
}

const lifeHours = (token: string): number => {
  const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return (exp - iat) / 3600
}

describe.skipIf(missing.length > 0 && !process.env.CI)('with the key store of a session', () => {
  test('no file holds a token of a person; the commands of that session find it, others do not; it goes when the server stops', async () => {
    await using session = await openKeySession()
    await serve(session.environment)
    const { url } = fileOf('connection.json')
    const attributes = ['service', 'countersign-operator', 'server', url, 'folder', data]
    const lookUp = () =>
      spawnSync('secret-tool', ['lookup', ...attributes], { encoding: 'utf8', env: { ...NO_SESSION, ...session.environment } }).stdout
    expect(fileOf('server.json')).toMatchObject({ key_store: 'secret-service' })
    expect(tokensInFiles().sort()).toEqual(['agent-token-PROJECT: agent', 'connection.json: agent'])
    expect(lifeHours(lookUp())).toBe(12)
    expect(countersign(session.environment, 'pending')).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing is waiting') })
    expect(countersign(session.environment, 'doctor').stdout).toContain("the operator's sign-in lies in the key store of this session")
    expect(countersign({}, 'pending')).toMatchObject({ status: 2, stderr: expect.stringContaining('no sign-in for') })
    await stop()
    expect(lookUp()).toBe('')
    expect(countersign(session.environment, 'pending')).toMatchObject({ status: 3 })
  })

  test('what a killed server left in it goes at the next start', async () => {
    await using session = await openKeySession()
    await serve(session.environment)
    const { url } = fileOf('connection.json')
    await stop('SIGKILL')
    await serve(session.environment)
    const found = spawnSync('secret-tool', ['search', '--all', 'service', 'countersign-operator'], {
      encoding: 'utf8',
      env: { ...NO_SESSION, ...session.environment },
    })
    expect(found.stdout + found.stderr).not.toContain(`server = ${url}`)
    expect(found.stdout + found.stderr).toContain(`server = ${fileOf('connection.json').url}`)
  })

  test('one that is locked is as good as none', async () => {
    await using session = await openKeySession({ locked: true })
    await serve(session.environment)
    expect(fileOf('server.json')).toMatchObject({ key_store: 'file' })
    expect(countersign(session.environment, 'pending')).toMatchObject({ status: 0 })
  })
})

describe('without a key store', () => {
  test('a private file holds the sign-in while the server runs, doctor warns, and no token of an admin is anywhere', async () => {
    await serve({})
    expect(tokensInFiles().sort()).toEqual(['agent-token-PROJECT: agent', 'connection.json: agent', 'operator-token.json: operator'])
    expect(Object.keys(fileOf('connection.json'))).toEqual(['url', 'project_id', 'tokens'])
    const file = join(data, 'keys', 'operator-token.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lifeHours(JSON.parse(readFileSync(file, 'utf8')).token)).toBe(12)
    const { findings } = JSON.parse(countersign({}, 'doctor', '--json').stdout)
    expect(findings.find(({ name }: { name: string }) => name === 'key-store')).toMatchObject({
      ok: false,
      text: expect.stringContaining(file),
    })
    expect(countersign({}, 'pending')).toMatchObject({ status: 0 })
    await stop()
    expect(existsSync(file)).toBe(false)
  })

  test('the ready file has tokens for 12 hours, of an admin only on request, and never lies in the workspace', async () => {
    const ready = join(folder, 'ready.json')
    await serve({}, '--ready-file', ready, '--admin-token')
    const { tokens, ...rest } = JSON.parse(readFileSync(ready, 'utf8'))
    expect(Object.keys(tokens)).toEqual(['operator', 'agent', 'runner', 'admin'])
    for (const token of Object.values<string>(tokens)) expect(lifeHours(token)).toBe(12)
    expect(rest).toMatchObject({ pid: server?.pid, runner_pid: expect.any(Number), project_id: fileOf('connection.json').project_id })
    await stop()
    const inside = join(folder, 'sample', 'ready.json')
    expect(countersign({}, 'serve', '--workspace', join(folder, 'sample'), '--ready-file', inside)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('lies in the workspace'),
    })
    await serve({}, '--ready-file', ready)
    expect(Object.keys(JSON.parse(readFileSync(ready, 'utf8')).tokens)).toEqual(['operator', 'agent', 'runner'])
  })
})
