// What an attacker has at hand in a world of real processes: calls, and scripts that an operator approved without reading them; and
// afterwards the view of the person who continues to work in the folder.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { ExecutionView } from '@countersign/protocol'
import { makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { ENDS } from '../world/clients/people.ts'
import { startWorld, type World, type WorldOptions } from '../world/world.ts'

/** Put it where no tool may read it, and look for it in the output. */
export const SECRET = 'attack-secret-48151623'

export interface Trap {
  /** A shell line that triggers it. Nothing in the sandbox can reach the file that it creates. */
  readonly line: string
  isSprung(): boolean
}

export interface Scene extends AsyncDisposable {
  readonly world: World
  readonly trap: Trap
  /** Calls a tool and approves every question about it; returns the final state. */
  approved(tool: string, params: object): Promise<ExecutionView>
  /** A bash script of the attacker that the operator approves. */
  script(source: string): Promise<ExecutionView>
  /** The same, as the persistent process `attack`; returns the final state of the call that started it. */
  persistentScript(source: string): Promise<ExecutionView>
  /** Calls a tool; undefined if it would need an answer, which nobody gives. */
  unasked(tool: string, params: object): Promise<ExecutionView | undefined>
  /** The output of a program that the person starts in the workspace, outside the sandbox. */
  asPerson(program: string, ...args: string[]): Promise<string>
}

export async function openScene(options: WorldOptions = {}): Promise<Scene> {
  await using stack = new AsyncDisposableStack()
  const outside = stack.use(await makeFolder('outside'))
  const world = stack.use(await startWorld(options))
  await world.runnerOnline()
  const approved = (tool: string, params: object) => callAndAlwaysApprove(world, tool, params)
  const ending = stack.move()
  return {
    world,
    trap: { line: `touch ${outside.at('sprung')}`, isSprung: () => existsSync(outside.at('sprung')) },
    approved,
    unasked: (tool, params) => callUnasked(world, tool, params),
    script: async (source) => {
      await world.workspace.write('attack.mjs', bashFromNode(source))
      return approved('execute_command', { command: 'node', args: ['attack.mjs'], timeout: 60 })
    },
    persistentScript: async (source) => {
      await world.workspace.write('attack.mjs', bashFromNode(source))
      return approved('run_persistent', { command: 'node attack.mjs', process_id: 'attack' })
    },
    asPerson: (program, ...args) => runAsPerson(world.workspace.path, program, args),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

/** Starts bash indirectly: bash itself is on no list of commands. */
const bashFromNode = (source: string): string =>
  `import { spawnSync } from 'node:child_process'
const { stdout, stderr } = spawnSync('/bin/bash', ['-c', ${JSON.stringify(source)}], { encoding: 'utf8' })
process.stdout.write(stdout ?? ''); process.stderr.write(stderr ?? '')
`

async function callAndAlwaysApprove({ agent, operator }: World, tool: string, params: object): Promise<ExecutionView> {
  const { tool_id } = await agent.call(tool, params)
  for (;;) {
    const view = await agent.see(tool_id)
    if (ENDS.includes(view.status)) return view
    for (const { id, tool_id: asked } of await operator.pending()) if (asked === tool_id) await operator.approve(id)
    await agent.get(`/my/tools/${tool_id}?wait_seconds=1`)
  }
}

async function callUnasked({ agent }: World, tool: string, params: object): Promise<ExecutionView | undefined> {
  const { tool_id, status } = await agent.call(tool, params)
  return status === 'awaiting_approval' ? undefined : agent.end(tool_id)
}

async function runAsPerson(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const options = { cwd, env: { PATH: process.env.PATH, HOME: cwd, LANG: 'C.UTF-8' }, timeout: 60_000 }
  const failed = (error: { stdout?: string; stderr?: string }) => ({ stdout: error.stdout ?? '', stderr: error.stderr ?? '' })
  const { stdout, stderr } = await promisify(execFile)(program, args, options).catch(failed)
  return stdout + stderr
}
