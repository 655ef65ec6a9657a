// A program that the runner starts for itself, outside the sandbox: found on the fixed PATH, never in the workspace even by a
// link, and with no more of the person's environment than it needs.
import { realpathSync } from 'node:fs'
import { isInside } from '../disk/names.ts'
import { type ProgramEnd, runProgram } from './run-program.ts'
import { findProgram, forReading, type Toolchains } from './toolchains.ts'

const TIMEOUT_SECONDS = 5

export interface OwnProgram {
  readonly name: string
  readonly args: readonly string[]
  /** The workspace. */
  readonly root: string
  readonly toolchains: Toolchains
  readonly cwd?: string
  /** Besides PATH and language. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Undefined where the machine has no such program. */
export async function runOwnProgram({ name, args, root, cwd = '/', environment, ...own }: OwnProgram): Promise<ProgramEnd | undefined> {
  const toolchains = forReading(own.toolchains)
  const program = findProgram(name, toolchains)
  if (program === undefined || isInside(root, realpathSync(program))) return undefined
  return runProgram({
    program,
    args,
    cwd,
    environment: { LC_ALL: 'C.UTF-8', ...environment, PATH: toolchains.path.join(':') },
    timeoutSeconds: TIMEOUT_SECONDS,
    signal: new AbortController().signal,
    endsWithLeader: false,
  })
}
