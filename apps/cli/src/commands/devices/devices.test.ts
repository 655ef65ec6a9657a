// Devices that ask for access, answered at the terminal of the server and by the command, with real processes.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type SignedIn, type SignInCode, signIn } from '@countersign/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../packages/test-kit/src/folders/temporary-folder.ts'
import { untilServing } from '../../../test/until-serving.ts'

const BIN = fileURLToPath(new URL('../../../bin/countersign.cjs', import.meta.url))
const home = temporaryFolder()
const env = { ...process.env, HOME: home.path, NODE_NO_WARNINGS: '1', COUNTERSIGN_KEY_STORE: 'file' }
let server: ChildProcess
let printed = ''

/** `script` gives the command a terminal. */
const atTerminal = (...args: string[]): string[] => ['-qfec', [process.execPath, BIN, ...args].join(' '), '/dev/null']
const type = (text: string) => server.stdin?.write(text)
const serverFile = (): { url: string; pid: number } => JSON.parse(readFileSync(join(home.path, '.countersign', 'server.json'), 'utf8'))
const command = (...args: string[]) => spawnSync('script', atTerminal('devices', ...args), { encoding: 'utf8', env }).stdout

beforeAll(async () => {
  server = spawn('script', atTerminal('serve', '--sample', '--port', '0'), { env })
  server.stdout?.on('data', (text) => {
    printed += text
  })
  await untilServing(server)
}, 60_000)

afterAll(async () => {
  const ended = once(server, 'exit')
  process.kill(serverFile().pid, 'SIGTERM')
  await ended
  home[Symbol.dispose]()
})

interface Asking {
  readonly code: string
  readonly done: Promise<SignedIn>
}

async function ask(name: string): Promise<Asking> {
  const shown = Promise.withResolvers<SignInCode>()
  const done = signIn({ url: serverFile().url, name, folders: ['thing'], onCode: shown.resolve })
  done.catch(shown.reject)
  return { code: (await shown.promise).userCode, done }
}

const untilAsked = async (code: string) => {
  await expect.poll(() => printed.split(code)[1] ?? '', { timeout: 20_000 }).toContain('Allow it? [y/n]')
}

test('a person at the terminal of the server says yes, and only a clear yes counts', async () => {
  const { code, done } = await ask('VS Code on workstation')
  await untilAsked(code)
  expect(printed).toContain('"VS Code on workstation"')
  type('perhaps\n')
  await expect.poll(() => printed.split('Allow it? [y/n]').length).toBe(3)
  type('y\n')
  const { operator } = await done
  expect((await createClient({ url: serverFile().url, token: operator.token }).listProjects({ query: {} })).projects).toHaveLength(1)
  expect(command()).toContain('"VS Code on workstation" has access since')
})

test('a no at the terminal is a refusal', async () => {
  const { code, done } = await ask('another editor')
  const refused = expect(done).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
  await untilAsked(code)
  type('n\n')
  await refused
})

test('the command lists, allows, refuses and ends, and the question of the server goes away', async () => {
  const first = await ask('first editor')
  await untilAsked(first.code)
  expect(command()).toContain(first.code)
  expect(command('allow', first.code.toLowerCase())).toContain('"first editor" has access now.')
  const { device_id, operator } = await first.done
  await expect.poll(() => printed).toContain('Answered elsewhere')
  const second = await ask('second editor')
  const refused = expect(second.done).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
  expect(command('refuse', second.code)).toContain('"second editor" gets no access.')
  await refused
  expect(command('allow', second.code)).toContain('Already settled')
  expect(command('end', device_id)).toContain('"first editor" has no access any more.')
  await expect(createClient({ url: serverFile().url, token: operator.token }).listProjects({ query: {} })).rejects.toThrow(
    'the access of this device has ended',
  )
})

test('a script without a terminal or the operator’s token answers nothing', async () => {
  const { code, done } = await ask('third editor')
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'devices', 'allow', code], { encoding: 'utf8', env })
  expect([status, stderr]).toEqual([2, expect.stringContaining('run this in a terminal')])
  command('refuse', code)
  await expect(done).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
})
