// A system program that the command line starts: found on the fixed PATH, with only the environment that it
// needs, and ended if it does not answer. Secrets go through standard input, never through arguments.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const SYSTEM_PATH = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const TIMEOUT_MILLISECONDS = 10_000

/** Variables of the person's session that lead to its message bus and key store. */
const SESSION_NAMES = ['HOME', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS']

export interface ToolEnd {
  /** Null if it had to be ended. */
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
      return false // missing, or not executable for us
    }
  })
}

export function runSystemTool(program: string, args: readonly string[], input = ''): Promise<ToolEnd> {
  const child = spawn(program, args, { cwd: '/', env: sessionEnvironment(), timeout: TIMEOUT_MILLISECONDS, killSignal: 'SIGKILL' })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // A program that ends without reading its input reports why by its exit code.
    child.stdin.on('error', () => undefined).end(input)
    child.once('close', (code) => resolve({ code, ...printed }))
  })
}

/** Node passes NODE_V8_COVERAGE on unless it is set here. */
function sessionEnvironment(): Record<string, string | undefined> {
  const session = Object.fromEntries(SESSION_NAMES.map((name) => [name, process.env[name]]))
  return { ...session, PATH: SYSTEM_PATH.join(':'), LC_ALL: 'C.UTF-8', NODE_V8_COVERAGE: undefined }
}
