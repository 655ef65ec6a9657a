// A program of the system that the command line starts for itself: found on the fixed PATH, with no more of the environment than it
// needs, and ended where it does not answer. What is secret goes through its standard input, never through its arguments.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const SYSTEM_PATH = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const TIMEOUT_MILLISECONDS = 10_000

/** Of a session of the person: where its message bus and its key store are. */
const SESSION_NAMES = ['HOME', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS']

export interface ToolEnd {
  /** Null where it had to be ended. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function findSystemTool(name: string): string | undefined {
  return SYSTEM_PATH.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false // not there, or not ours to run: the same to us
    }
  })
}

export function runSystemTool(program: string, args: readonly string[], input = ''): Promise<ToolEnd> {
  const child = spawn(program, args, { cwd: '/', env: sessionEnvironment(), timeout: TIMEOUT_MILLISECONDS, killSignal: 'SIGKILL' })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // A program that ends without reading says why by its exit code.
    child.stdin.on('error', () => undefined).end(input)
    child.once('close', (code) => resolve({ code, ...printed }))
  })
}

/** Node hands NODE_V8_COVERAGE on by itself where it is not named. */
function sessionEnvironment(): Record<string, string | undefined> {
  const session = Object.fromEntries(SESSION_NAMES.map((name) => [name, process.env[name]]))
  return { ...session, PATH: SYSTEM_PATH.join(':'), LC_ALL: 'C.UTF-8', NODE_V8_COVERAGE: undefined }
}
