// Runs one program to its end. With `shown` it writes to our terminal; otherwise its output is returned.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

export interface Outcome {
  readonly code: number
  readonly output: string
}

interface Options {
  readonly shown?: boolean
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

export function runCommand(command: readonly string[], options: Options = {}): Promise<Outcome> {
  const [program = '', ...parameters] = command
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const child = spawn(program, parameters, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, PATH: pathWithOurPrograms(), ...options.env },
    stdio: options.shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('error', (error) => resolve({ code: 127, output: `${program}: ${error.message}` }))
  child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString().trim() }))
  return promise
}

// The installed programs come first on the PATH, so that a script also works if npm did not start it.
function pathWithOurPrograms(): string {
  return [join(ROOT, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
}
