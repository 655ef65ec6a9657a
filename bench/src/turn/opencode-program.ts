// opencode with its own tools, if `npm run interop` has installed it: one run of the program per turn.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findProgram } from '../../../e2e/src/interop/agent-cache.ts'
import { opencode, QUIET, writePersonal } from '../../../e2e/src/interop/agents/opencode.ts'
import type { Places } from '../bare/start-bare.ts'
import { opencodeCall } from './kinds.ts'
import type { TurnProgram } from './program.ts'

const SETTINGS = { permission: { '*': 'allow' } }

/** Undefined if it is not installed. */
export async function findOpencode({ data, workspace }: Places, modelUrl: string): Promise<TurnProgram | undefined> {
  const program = findProgram(opencode)
  if (!program) return undefined
  await writePersonal({ home: data, modelUrl })
  writeFileSync(join(workspace, 'opencode.json'), JSON.stringify(SETTINGS))
  return {
    name: `opencode ${Object.values(opencode.packages).join(' ')}`,
    workspace,
    call: (kind, turn) => opencodeCall(kind, turn, workspace),
    play: () => play(program, { data, workspace }),
    countCompleted: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

async function play(program: string, { data, workspace }: Places): Promise<void> {
  const env = { ...QUIET, HOME: data, PATH: process.env.PATH ?? '' }
  const child = spawn(program, ['run', '--title', 'turn', 'Do it.'], { cwd: workspace, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>])
  if (code !== 0) throw new Error(`opencode ended with ${code}: ${said.slice(-300)}`)
}
