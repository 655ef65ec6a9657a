// One process of the system under test. It is ended by its own id, and its output is shown if it fails.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../../apps/cli/src/main.ts', import.meta.url))
/**
 * A killed process cannot report which lines ran, and the server's lines are counted by its own tests: without coverage it starts faster.
 */
const UNCOUNTED = { NODE_V8_COVERAGE: '' }
const STOP_MILLISECONDS = 20_000

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Child extends AsyncDisposable {
  readonly pid: number
  readonly ended: Promise<Ending>
  readonly hasEnded: boolean
  stdout(): string
  stderr(): string
  /** To its standard input. */
  write(text: string): void
  /** Asks it to end, as an operator does; its coverage is written. */
  stop(): Promise<Ending>
  /** Ends it at once, like a crash. */
  kill(): Promise<Ending>
}

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** `countersign …` as a separate process, on the Node that runs the tests. */
export const startCommand = (args: readonly string[], options: ChildOptions = {}): Child => startProgram([MAIN, ...args], options)

/** A file for Node, with its arguments. */
export function startProgram(args: readonly string[], { env = {}, input }: ChildOptions = {}): Child {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      COUNTERSIGN_KEY_STORE: 'file',
      ...((env.COUNTERSIGN_FAULT || args.includes('serve')) && UNCOUNTED),
      ...env,
    },
  })
  child.stdin.on('error', () => undefined)
  if (input !== undefined) child.stdin.end(input)
  return watchChild(child)
}

/** With pipes for its standard streams. */
export function watchChild(child: ChildProcess): Child {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  }
  const ended = new Promise<Ending>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  // An aborted test run leaves nothing running.
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  void ended.then(() => process.off('exit', killWithUs))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS)
    return ended.finally(() => clearTimeout(timer))
  }
  return {
    pid: child.pid ?? 0,
    ended,
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null
    },
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    write: (text) => void child.stdin?.write(text),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM')
    },
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
