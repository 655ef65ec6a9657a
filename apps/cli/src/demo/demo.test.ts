// The demo as a person starts it: a real process, with a real server, runner and sandbox under it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder: string
let child: ChildProcess
let printed: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-demo-test-'))
  printed = ''
})
afterEach(() => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function start(program: string, ...args: string[]): Promise<number | null> {
  child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: folder, NODE_NO_WARNINGS: '1' } })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return once(child, 'close').then(([code]) => code as number | null)
}

const demo = (...args: string[]) => start(process.execPath, MAIN, 'demo', ...args)
/** With a terminal of its own, as a person has. */
const demoAtTerminal = (...args: string[]) => start('script', '-qec', [process.execPath, MAIN, 'demo', ...args].join(' '), '/dev/null')

async function untilPrinted(words: string): Promise<void> {
  while (!printed.includes(words)) await once(child.stdout ?? child, 'data')
}

async function answer(question: string, line: string): Promise<void> {
  await untilPrinted(question)
  child.stdin?.write(`${line}\n`)
}

/** Command lines of processes that work in the folder of this test. */
const leftRunning = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLineOf)
    .filter((line) => line.includes(folder))

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

function expectNothingLeft(): void {
  expect(readdirSync(folder)).toEqual([])
  expect(leftRunning()).toEqual([])
}

describe('the demo', { timeout: 120_000 }, () => {
  test('tells its whole story, without colours in a pipe, and leaves nothing behind', async () => {
    expect(await demo(), printed).toBe(0)
    const inOrder = [
      'list_directory',
      'package.json',
      'Sensitive file: .env',
      'hunk 3',
      'take hunks 1 and 2, drop hunk 3',
      'Dropped: hunk 3 (README.md)',
      'modified src/greet.js',
      'sandbox ',
      'pass 2',
      'Command not allowed: rm',
      'undo the patch',
      'cleared by your review, undone',
      'Everything went as told.',
    ]
    const places = inOrder.map((words) => printed.indexOf(words))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(printed).not.toContain('\u001b')
    expect(printed.split('\n').filter((line) => line.length > 80)).toEqual([])
    expectNothingLeft()
  })

  test('with --ask the answers are yours, and a no is told to the agent in your words', async () => {
    const end = demoAtTerminal('--ask')
    await answer('Which hunks do you take?', '7')
    await answer('there is no hunk 7', 'none')
    await answer('Allow it? [y/N]', 'n')
    await answer('Why not?', 'not today')
    expect(await end, printed).toBe(0)
    expect(printed).toContain('Approval denied: not today')
    expect(printed).not.toContain('undo the patch')
    expectNothingLeft()
  })

  test('stopped in the middle it cleans up as well', async () => {
    const end = demo()
    await untilPrinted('2. It proposes')
    child.kill('SIGTERM')
    expect(await end).toBe(1)
    expect(printed).toContain('Stopped. Nothing is left behind.')
    expectNothingLeft()
  })

  test('a question to you needs a terminal', async () => {
    expect(await demo('--ask')).toBe(2)
    expect(printed).toContain('run this in a terminal')
  })
})
