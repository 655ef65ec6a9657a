// However it ends, it ends cleanly: results where they can be told, no process left behind.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makePlace } from '../../test/runner-fixture.ts'
import { type Parent, startParent } from '../../test/stdio-fixture.ts'

const CLEAN = { code: 0, signal: null }
const SLEEPER = 'import { writeFileSync } from "node:fs"; writeFileSync("started", ""); setTimeout(() => {}, 600_000)'
/** Prints how many of its kind run at the same time. */
const COUNTER = `
  import { readdirSync, rmSync, writeFileSync } from 'node:fs'
  const mine = 'run-' + process.argv[2]
  writeFileSync(mine, '')
  await new Promise((resolve) => setTimeout(resolve, 300))
  console.log(readdirSync('.').filter((name) => name.startsWith('run-')).length)
  rmSync(mine)
`
let counter = 0

/** A command that runs until it is ended, with a word by which it can be found among the processes. */
async function runForever(parent: Parent): Promise<string> {
  const word = `forever-${process.pid}-${counter++}`
  parent.call('c', 'execute_command', { command: 'node', args: ['sleeper.mjs', word], timeout: 300 })
  await expect.poll(() => existsSync(join(parent.place.workspace, 'started')), { timeout: 60_000 }).toBe(true)
  expect(processesWith(word)).not.toBe('')
  return word
}

function processesWith(word: string): string {
  const all = execFileSync('/bin/ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  return all
    .split('\n')
    .filter((line) => line.includes(word))
    .join('\n')
}

const start = (environment = {}) => startParent({ approve: 'all', files: { 'a.txt': 'hello\n', 'sleeper.mjs': SLEEPER }, environment })

describe('a command that runs', () => {
  test('is cancelled when the input has ended and the time to finish is over', async () => {
    await using parent = start({ GRACE_MILLISECONDS: '100' })
    const word = await runForever(parent)
    parent.child.stdin?.end()
    expect(await parent.ended()).toEqual(CLEAN)
    expect(await parent.result('c')).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(processesWith(word)).toBe('')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('is cancelled at once by %s', async (signal) => {
    await using parent = start({ GRACE_MILLISECONDS: '600000' })
    const word = await runForever(parent)
    parent.child.kill(signal)
    expect(await parent.ended()).toEqual(CLEAN)
    expect(await parent.result('c')).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(processesWith(word)).toBe('')
  })

  test('is cancelled when nobody reads the messages any more', async () => {
    await using parent = start()
    const word = await runForever(parent)
    parent.child.stdout?.destroy()
    parent.call('r', 'read_file', { path: 'a.txt' })
    expect(await parent.ended()).toEqual(CLEAN)
    expect(processesWith(word)).toBe('')
  })

  test('is ended with a runner that is killed', async () => {
    await using parent = start()
    const word = await runForever(parent)
    parent.child.kill('SIGKILL')
    await parent.ended()
    await expect.poll(() => processesWith(word), { timeout: 60_000 }).toBe('')
  })
})

test.each(['the end of the input', 'SIGTERM'])('a process that outlives its call is ended by %s', async (end) => {
  await using parent = start()
  const word = `lasting-${process.pid}-${counter++}`
  parent.call('p', 'run_persistent', { command: `node sleeper.mjs ${word}`, process_id: 'sleeper' })
  expect(await parent.result('p')).toMatchObject({ result: { process_id: 'sleeper' } })
  await expect.poll(() => processesWith(word), { timeout: 60_000 }).not.toBe('')
  if (end === 'SIGTERM') parent.child.kill('SIGTERM')
  else parent.child.stdin?.end()
  expect(await parent.ended()).toEqual(CLEAN)
  expect(processesWith(word)).toBe('')
})

describe('at the end of the input', () => {
  test('what needs nothing more is finished', async () => {
    await using parent = start({ GRACE_MILLISECONDS: '600000' })
    for (let i = 0; i < 100; i++) parent.call(`r${i}`, 'read_file', { path: 'a.txt' })
    for (let i = 0; i < 10; i++) parent.call(`c${i}`, 'execute_command', { command: 'echo', args: [`${i}`] })
    parent.child.stdin?.end()
    expect(await parent.ended()).toEqual(CLEAN)
    for (let i = 0; i < 100; i++) expect(parent.results(`r${i}`)).toMatchObject([{ result: { content: 'hello\n' } }])
    for (let i = 0; i < 10; i++) expect(parent.results(`c${i}`)).toMatchObject([{ result: { stdout: `${i}\n` } }])
  })

  test('what waits for an answer is cancelled', async () => {
    await using parent = startParent({ environment: { GRACE_MILLISECONDS: '600000' } })
    parent.call('c', 'write_file', { path: 'b.md', content: '' })
    parent.call('q', 'prompt_user', { message: 'Shall I?', actions: ['yes', 'no'] })
    await parent.question('c')
    await parent.question('q')
    parent.child.stdin?.end()
    expect(await parent.ended()).toEqual(CLEAN)
    expect(parent.results('c')).toMatchObject([{ error: { code: 'CANCELLED' } }])
    expect(parent.results('q')).toMatchObject([{ error: { code: 'CANCELLED' } }])
  })
})

describe('many calls', () => {
  test('run eight at a time, and the others wait', async () => {
    await using parent = startParent({ approve: 'all', files: { 'count.mjs': COUNTER } })
    for (let i = 0; i < 20; i++) parent.call(`c${i}`, 'execute_command', { command: 'node', args: ['count.mjs', `${i}`] })
    const counts: number[] = []
    for (let i = 0; i < 20; i++) {
      const { result } = (await parent.result(`c${i}`)) as { result: { stdout: string } }
      counts.push(Number(result.stdout))
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(8)
    expect(Math.max(...counts)).toBeGreaterThan(1)
  })

  test('to a parent that does not read wait, are not kept without end, and are all answered when it reads', async () => {
    const size = 500_000
    await using parent = startParent({ files: { 'large.txt': 'x'.repeat(size), 'a.txt': 'hello\n' } })
    await expect.poll(() => parent.messages, { timeout: 60_000 }).toHaveLength(1)
    parent.child.stdout?.pause()
    const calls = 400
    const args = { path: 'large.txt' }
    for (let i = 0; i < calls; i++)
      parent.send({ type: 'tool_call', call_id: `r${i}-${'i'.repeat(150)}`, tool_name: 'read_file', args, pad: 'p'.repeat(2_000) })
    // The runner stops reading: what it did not take stays in the pipe and on this side.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(parent.child.stdin?.writableLength).toBeGreaterThan(0)
    expect(memoryOf(parent)).toBeLessThan(calls * size)
    parent.child.stdout?.resume()
    await expect.poll(() => parent.messages, { timeout: 120_000 }).toHaveLength(1 + calls)
    expect(parent.errors()).toEqual([])
  }, 180_000)

  test('of a parent that does not read do not keep SIGTERM from ending it', async () => {
    await using parent = startParent({ files: { 'large.txt': 'x'.repeat(500_000) } })
    await expect.poll(() => parent.messages, { timeout: 60_000 }).toHaveLength(1)
    parent.child.stdout?.pause()
    for (let i = 0; i < 20; i++) parent.call(`r${i}`, 'read_file', { path: 'large.txt' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    parent.child.kill('SIGTERM')
    expect(await parent.ended()).toEqual(CLEAN)
  }, 180_000)
})

const memoryOf = ({ child }: Parent): number =>
  Number(execFileSync('/bin/ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) * 1024

test('a second runner with the same data folder does not start', async () => {
  using place = makePlace()
  await using first = startParent({ place })
  await expect.poll(() => first.messages, { timeout: 60_000 }).toHaveLength(1)
  await using second = startParent({ place })
  expect((await second.ended()).code).not.toBe(0)
  expect(second.stderr()).toContain('another runner works with')
  expect(second.messages).toEqual([])
})
