// What commands print while the server is away, and what a runner reports after it was given up as lost.
import type { ExecutionView, OutputView } from '@countersign/protocol'
import { expect } from 'vitest'
import { eventually, persistently } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import type { Child } from '../world/processes/child.ts'
import { startWorld, type World } from '../world/world.ts'

const LINES = 60
/** It prints until it is stopped, so that the server is certain to be away while it prints. */
const PRINTER = `import { appendFileSync, existsSync } from 'node:fs'
let n = 0
const print = () => {
  console.log('line ' + n + ' größer')
  appendFileSync(process.argv[2] + '.txt', 'x\\n')
  n += 1
  if (n >= ${LINES} && existsSync('enough')) return
  setTimeout(print, 20)
}
print()
`
const NAMES = ['argv', 'shell', 'persistent'] as const
const CALLS = {
  argv: ['execute_command', { command: 'node', args: ['printer.mjs', 'argv'], timeout: 60 }],
  shell: ['run_command', { command: 'node printer.mjs shell', timeout: 60 }],
  persistent: ['run_persistent', { command: 'node printer.mjs persistent', process_id: 'printer' }],
} as const

async function approveAll(world: World): Promise<Record<(typeof NAMES)[number], string>> {
  const ids: Record<string, string> = {}
  for (const name of NAMES) {
    const [tool, params] = CALLS[name]
    const asked = await world.agent.call(tool, params)
    await world.operator.approve(asked.approval_id as string)
    ids[name] = asked.tool_id
  }
  return ids as Record<(typeof NAMES)[number], string>
}

/** Every page of it, until it has ended. */
async function outputOf(world: World, id: string): Promise<{ text: string; last: OutputView }> {
  let text = ''
  for (let after = 0; ; ) {
    const page = await world.agent.get<OutputView>(`/my/projects/${world.projectId}/tools/${id}/output?after=${after}`)
    text += page.output
    if (page.next === after) return { text, last: page }
    after = page.next
  }
}

scenario(
  'what is printed while the server is away arrives when it is back, whole and without zeros',
  { verifies: ['commands.output-away', 'commands.output-complete'] },
  async () => {
    await using world = await startWorld({ runner: 'separate', files: { 'printer.mjs': PRINTER } })
    const ids = await approveAll(world)
    const printed = (name: string) => world.workspace.countLines(`${name}.txt`)
    for (const name of NAMES) await eventually(`${name} to print`, async () => (await printed(name)) > 2)
    await world.server().kill()
    const before = await Promise.all(NAMES.map(printed))
    for (const [index, name] of NAMES.entries())
      await eventually(`${name} to print on`, async () => (await printed(name)) > Math.max(LINES, (before[index] as number) + 20))
    await world.restartServer()
    await world.workspace.write('enough', '')
    for (const name of NAMES) {
      if (name !== 'persistent') expect(await persistently(() => world.agent.end(ids[name]))).toMatchObject({ status: 'completed' })
      const { text } = await eventually(`the output of ${name}`, async () => {
        const read = await outputOf(world, ids[name])
        return read.last.complete ? read : undefined
      })
      const expected = Array.from({ length: await printed(name) }, (_, n) => `line ${n} größer\n`).join('')
      expect(text, name).toBe(expected)
    }
  },
)

const signalTo = (child: Child | undefined, signal: NodeJS.Signals): boolean => process.kill(child?.pid as number, signal)

scenario(
  'a result that comes after its runner was given up is recorded beside it and told',
  { verifies: ['executions.late-result', 'events.late-result'] },
  async () => {
    const source =
      "import { writeFileSync } from 'node:fs'\nwriteFileSync('begun', '')\nsetTimeout(() => { console.log('done after all'); writeFileSync('done', '') }, 1500)\n"
    await using world = await startWorld({
      runner: 'separate',
      files: { 'slow.mjs': source },
      serve: ['--runner-wait-seconds', '1', '--lease-seconds', '2'],
    })
    await using reader = await world.events()
    const asked = await world.agent.call('execute_command', { command: 'node', args: ['slow.mjs'] })
    await world.operator.approve(asked.approval_id as string)
    await eventually('the command to begin', async () => world.workspace.has('begun'))
    signalTo(world.runner(), 'SIGSTOP')
    expect(await world.agent.end(asked.tool_id)).toMatchObject({ status: 'failed', error_code: 'RUNNER_LOST' })
    await eventually('the command to end', async () => world.workspace.has('done'))
    signalTo(world.runner(), 'SIGCONT')
    await reader.next('tool.late_result', ({ tool_id }) => tool_id === asked.tool_id)
    const view: ExecutionView = await world.agent.see(asked.tool_id)
    expect(view).toMatchObject({
      status: 'failed',
      error_code: 'RUNNER_LOST',
      late_result: { status: 'completed', result: { stdout: 'done after all\n' } },
      report: expect.stringMatching(/It did finish:[\s\S]*done after all/),
    })
    expect((await outputOf(world, asked.tool_id)).last.complete).toBe(true)
  },
)
