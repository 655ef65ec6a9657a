// Real processes, in the sandbox of this machine and without one.
import { existsSync, readFileSync } from 'node:fs'
import { LIMITS } from '@countersign/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_SANDBOX, openPersistentIn, type PersistentPlace, powersOfCall } from '../../test/hosts/persistent-in.ts'
import { detectTestSandbox } from '../../test/hosts/run-in.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import type { Followed } from '../output/send-output.ts'
import type { OutputPiece, StoredOutput } from '../output/stored-output.ts'
import { startTimeOf } from '../programs/process-facts.ts'
import type { Sandbox } from '../sandbox/index.ts'
import type { PersistentProcesses } from './persistent-processes.ts'

let sandboxed: Sandbox

beforeAll(async () => {
  sandboxed = await detectTestSandbox()
})

const FILES = {
  'serve.mjs': "console.log('ready'); setInterval(() => undefined, 1_000)",
  'polite.mjs':
    "process.on('SIGTERM', () => { console.log('bye'); process.exit(7) }); console.log('ready'); setInterval(() => undefined, 1_000)",
  'stubborn.mjs': "process.on('SIGTERM', () => console.log('no')); console.log('ready'); setInterval(() => undefined, 1_000)",
  'parent.mjs':
    "import { spawn } from 'node:child_process'\nconst child = spawn(process.execPath, ['serve.mjs'], { detached: true, stdio: 'ignore' })\nconsole.log('child', child.pid)\nsetInterval(() => undefined, 1_000)",
}

interface Opened extends AsyncDisposable {
  readonly place: TemporaryWorkspace
  readonly persistent: PersistentProcesses
  start(line: string, processId?: string): ReturnType<PersistentProcesses['start']>
  untilPrinted(processId: string, text: string): Promise<void>
}

async function open(sandbox: Sandbox, more: Partial<PersistentPlace> = {}): Promise<Opened> {
  const place = createTemporaryWorkspace(FILES)
  const persistent = await openPersistentIn({ root: place.root, dataDir: place.at('../data'), sandbox, ...more })
  return {
    place,
    persistent,
    start: (line, processId = 'web') => persistent.start({ processId, line, cwd: '.' }, powersOfCall()),
    untilPrinted: async (processId, text) =>
      void (await expect.poll(() => persistent.read({ processId, after: 0 }).output, { timeout: 30_000 }).toContain(text)),
    async [Symbol.asyncDispose]() {
      await persistent[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

describe.each([
  ['in a sandbox', () => sandboxed],
  ['without a sandbox', () => NO_SANDBOX],
])('%s', (_, sandbox) => {
  test('a process runs on, its output is read, and it ends with a word when asked', async () => {
    await using world = await open(sandbox())
    const started = await world.start('node polite.mjs')
    expect(started).toMatchObject({ processId: 'web', isRunning: true, exitCode: null })
    expect(startTimeOf(started.pid)).toBeDefined()
    await world.untilPrinted('web', 'ready\n')
    expect(await world.persistent.end('web')).toMatchObject({ isRunning: false, exitCode: 7, signal: null })
    expect(world.persistent.read({ processId: 'web', after: 6 })).toMatchObject({ output: 'bye\n', next: 10, exitCode: 7 })
    expect(startTimeOf(started.pid)).toBeUndefined()
    expect(world.persistent.reports()).toMatchObject([{ process_id: 'web', running: false, how_ended: 'it was stopped by kill_process' }])
  })

  test('one that does not listen is forced', async () => {
    await using world = await open(sandbox())
    const { pid } = await world.start('node stubborn.mjs')
    await world.untilPrinted('web', 'ready\n')
    expect(await world.persistent.end('web')).toMatchObject({ isRunning: false, signal: 'SIGKILL' })
    expect(world.persistent.read({ processId: 'web', after: 0 }).output).toBe('ready\nno\n')
    expect(startTimeOf(pid)).toBeUndefined()
  })

  test('what it started ends with it, even in a session of its own', async () => {
    await using world = await open(sandbox())
    const { pid } = await world.start('node parent.mjs')
    await world.untilPrinted('web', 'child ')
    await world.persistent.end('web')
    expect(startTimeOf(pid)).toBeUndefined()
    const child = Number(/child (\d+)/.exec(world.persistent.read({ processId: 'web', after: 0 }).output)?.[1])
    // In a sandbox the number is one of its own namespace, which is gone as a whole.
    if (sandbox().isolation === 'none') expect(startTimeOf(child)).toBeUndefined()
  })

  test('one that ends at once is told with its exit code, and its output stays', async () => {
    await using world = await open(sandbox())
    expect(await world.start('echo no such port && exit 3 && echo never')).toMatchObject({ isRunning: false, exitCode: 3, signal: null })
    expect(world.persistent.read({ processId: 'web', after: 0 })).toMatchObject({ output: 'no such port\n', isRunning: false, exitCode: 3 })
    expect(world.persistent.reports()).toMatchObject([{ running: false, exit_code: 3, how_ended: 'it ended by itself' }])
  })

  test('a name in use is refused in words, and free again when its process has ended', async () => {
    await using world = await open(sandbox())
    await world.start('node serve.mjs')
    await expect(world.start('node serve.mjs')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('process_id web is in use'),
    })
    await world.persistent.end('web')
    expect(await world.start('node serve.mjs')).toMatchObject({ isRunning: true })
    await world.untilPrinted('web', 'ready\n')
    expect(world.persistent.reports()).toMatchObject([{ running: false }, { running: true }])
  })

  test('a secret is masked before it is kept', async () => {
    await using world = await open(sandbox(), { mask: (text) => text.replaceAll('ready', '***') })
    await world.start('node serve.mjs')
    await world.untilPrinted('web', '***\n')
    const { tool_id } = world.persistent.reports()[0] ?? {}
    expect(readFileSync(world.place.at(`../data/processes/output/${tool_id}/0`), 'utf8')).toBe('***\n')
  })

  test('a file that would run later is put away when it ends, and its output says so', async () => {
    await using world = await open(sandbox())
    await world.start('mkdir -p a/.zed; chmod 555 a/.zed a; echo x > .envrc && node serve.mjs')
    await world.untilPrinted('web', 'ready\n')
    await world.persistent.end('web')
    for (const name of ['.envrc', 'a/.zed']) expect(existsSync(world.place.at(name))).toBe(false)
    expect(world.persistent.read({ processId: 'web', after: 0 }).output).toContain('.envrc would be run or obeyed later')
  })
})

test('the limit of processes holds: the last one starts, one more is refused until another ends', { timeout: 60_000 }, async () => {
  await using world = await open(NO_SANDBOX)
  const names = Array.from({ length: LIMITS.maxPersistentProcesses }, (_, index) => `p${index}`)
  const started = await Promise.all(names.map((name) => world.start('tail -f serve.mjs', name)))
  expect(started.every(({ isRunning }) => isRunning)).toBe(true)
  await expect(world.start('tail -f serve.mjs', 'more')).rejects.toMatchObject({
    code: 'COMMAND_NOT_ALLOWED',
    message: expect.stringContaining('16 processes of this project run already'),
  })
  await world.persistent.end('p3')
  expect(await world.start('tail -f serve.mjs', 'more')).toMatchObject({ isRunning: true })
})

test('of those that have ended the last ones stay readable', { timeout: 60_000 }, async () => {
  await using world = await open(NO_SANDBOX)
  for (let index = 0; index <= LIMITS.maxPersistentProcesses; index++) await world.start(`echo ${index}`, `p${index}`)
  expect(world.persistent.reports().map(({ process_id }) => process_id)).toHaveLength(LIMITS.maxPersistentProcesses)
  expect(() => world.persistent.read({ processId: 'p0', after: 0 })).toThrow(/Not found: process p0/)
  expect(world.persistent.read({ processId: 'p1', after: 0 }).output).toBe('1\n')
})

test('a call that is cancelled while it starts leaves nothing running', async () => {
  await using world = await open(NO_SANDBOX)
  const controller = new AbortController()
  const starting = world.persistent.start({ processId: 'web', line: 'node serve.mjs', cwd: '.' }, powersOfCall(controller.signal))
  await expect.poll(() => world.persistent.reports()).toHaveLength(1)
  controller.abort()
  await expect(starting).rejects.toMatchObject({ code: 'CANCELLED' })
  const [report] = world.persistent.reports()
  expect(report).toMatchObject({ running: false, how_ended: 'its call was cancelled' })
  expect(startTimeOf(report?.pid ?? 0)).toBeUndefined()
})

test('the end of one call ends its process and no other; the end of all ends all', async () => {
  await using world = await open(NO_SANDBOX)
  await world.start('node serve.mjs', 'one')
  await world.start('node serve.mjs', 'two')
  await world.start('node serve.mjs', 'three')
  const [one] = world.persistent.reports()
  if (one) await world.persistent.endCall(one.tool_id, 'process.session-ended')
  expect(world.persistent.reports().map(({ running, how_ended }) => [running, how_ended])).toEqual([
    [false, 'its session ended, or its call was cancelled'],
    [true, null],
    [true, null],
  ])
  await world.persistent.endAll('cancel.runner-stopped')
  expect(world.persistent.reports().every(({ running }) => !running)).toBe(true)
})

test('who listens hears of starts, ends and output, with offsets', async () => {
  await using world = await open(NO_SANDBOX)
  const heard: unknown[] = []
  const follow = (_call: unknown, output: StoredOutput): Followed => ({
    more() {
      const { offset, data } = output.piece(heard.some((item) => item !== 'change') ? 6 : 0, 1_000) as OutputPiece
      heard.push([offset, data])
    },
    end: async () => true,
  })
  world.persistent.listen({ onChange: () => heard.push('change'), follow })
  await world.start('node polite.mjs')
  await world.untilPrinted('web', 'ready\n')
  await world.persistent.end('web')
  await expect.poll(() => heard.filter((item) => item === 'change')).toHaveLength(2)
  expect(heard.filter((item) => item !== 'change')).toEqual([
    [0, 'ready\n'],
    [6, 'bye\n'],
  ])
  expect(world.persistent.reports()).toMatchObject([{ running: false, output_bytes: 10 }])
})

test('a folder that is none of the workspace starts nothing', async () => {
  await using world = await open(NO_SANDBOX)
  const start = (cwd: string) => world.persistent.start({ processId: 'web', line: 'ls', cwd }, powersOfCall())
  await expect(start('../other')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_WORKSPACE' })
  await expect(start('none')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  expect(world.persistent.reports()).toEqual([])
})
