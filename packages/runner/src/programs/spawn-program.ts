// The one place from which the runner starts programs: by absolute path, never looked up on the PATH that the runner itself was
// started with (under `npx` it begins with the workspace's node_modules/.bin), and with an environment that is given in full.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { isAbsolute } from 'node:path'
import { coverInherited } from './inherited-descriptors.ts'

export interface SpawnRequest {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Left out, it reads nothing. */
  readonly input?: 'pipe' | 'ignore' | undefined
  /** Extra descriptors from number 3 on. */
  readonly descriptors?: readonly ('pipe' | number)[]
}

export function spawnProgram({ program, args, cwd, environment, input = 'ignore', descriptors = [] }: SpawnRequest): ChildProcess {
  requireAbsolute(program)
  return spawn(program, args, {
    cwd,
    env: completeEnvironment(environment),
    stdio: [input, 'pipe', 'pipe', ...coverInherited(descriptors)],
    detached: true,
    shell: false,
  })
}

/** What a program of the system prints; it throws where the exit code is not 0. */
export function readProgram(program: string, args: readonly string[]): string {
  requireAbsolute(program)
  return execFileSync(program, args, { encoding: 'utf8', cwd: '/', env: completeEnvironment({}), stdio: ['ignore', 'pipe', 'ignore'] })
}

function requireAbsolute(program: string): void {
  if (!isAbsolute(program)) throw new Error(`${program} is not named by its absolute path`)
}

/** Node hands this one on by itself where it is not named. */
const completeEnvironment = (environment: Readonly<Record<string, string>>) => ({ ...environment, NODE_V8_COVERAGE: undefined })
