// How commands end: normally, at the time limit, or cancelled; and what happens to their output.
import { readdirSync, readFileSync } from 'node:fs'
import { digestOf } from '@countersign/protocol'
import { expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { isAlive } from '../world/processes/child.ts'
import { outputOf, runScript, sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld()

scenario(
  'at the time limit the whole tree ends, with what it had printed',
  { verifies: ['commands.time-limit', 'tools.execute.timeout'] },
  async () => {
    for (const timeout of [0, 301]) {
      expect(await world().agent.call('execute_command', { command: 'ls', timeout })).toMatchObject({
        status: 'failed',
        error_code: 'INVALID_ARGUMENTS',
      })
    }
    const source = `import { spawn } from 'node:child_process'
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'e2e-grandchild-${process.pid}'], { detached: true, stdio: 'ignore' }).unref()
      console.log('begun'); setInterval(() => {}, 1000)\n`
    const view = await runScript(world(), 'endless.mjs', source, { timeout: 1 })
    expect(view).toMatchObject({ status: 'failed', error_code: 'TIMEOUT', result: { stdout: 'begun\n' } })
    await eventually('the grandchild to end', async () => (await grandchildren()) === 0)
  },
)

scenario('a command that prints nothing for too long ends, and says so', { verifies: ['commands.silence'] }, async () => {
  const view = await runScript(world(), 'silent.mjs', "console.log('begun'); setTimeout(() => {}, 60_000)\n", { silence_timeout: 1 })
  expect(view).toMatchObject({ status: 'failed', error_code: 'TIMEOUT', result: { stdout: 'begun\n' } })
  expect(view.error).toContain('printed nothing for 1 s')
})

async function grandchildren(): Promise<number> {
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return isAlive(Number(pid)) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
      } catch {
        return ''
      }
    })
  return lines.filter((line) => line.includes(`e2e-grandchild-${process.pid}`)).length
}

scenario(
  'output streams live, is bounded in the result, and is whole by offset',
  {
    verifies: [
      'commands.live-output',
      'commands.output-limit',
      'commands.output-whole',
      'limits.output',
      'rest.output',
      'events.transient',
      'rest.runner-output',
    ],
  },
  async () => {
    await using reader = await world().events()
    const line = `${'x'.repeat(99)}\n`
    const source = `console.log('first'); for (let i = 0; i < 15000; i++) process.stdout.write(${JSON.stringify(line)}); console.log('last')\n`
    const view = await runScript(world(), 'loud.mjs', source)
    const { stdout, truncated } = view.result as { stdout: string; truncated: boolean }
    expect(truncated).toBe(true)
    expect(stdout.length).toBeLessThanOrEqual(1024 * 1024 + 200)
    expect(stdout.startsWith('first\n')).toBe(true)
    expect(stdout.endsWith('last\n')).toBe(true)
    const live = await reader.next('tool.output', ({ tool_id }) => tool_id === view.tool_id)
    expect(live).toMatchObject({ id: null, data: { stream: 'stdout', offset: 0, data: expect.stringMatching(/^first/) } })
    const whole = await wholeOutput(view.tool_id)
    expect(lengthAndDigest(whole)).toEqual(lengthAndDigest(`first\n${line.repeat(15_000)}last\n`))
  },
)

const lengthAndDigest = (text: string) => ({ length: text.length, digest: digestOf(text) })

async function wholeOutput(id: string): Promise<string> {
  let text = ''
  for (let after = 0, complete = false; !complete; ) {
    const page = await world().agent.get<{ output: string; next: number; complete: boolean }>(
      `/my/projects/${world().projectId}/tools/${id}/output?after=${after}`,
    )
    text += page.output
    complete = page.complete && page.output === ''
    after = page.next
  }
  return text
}

scenario('a running command can be cancelled', { verifies: ['events.cancel'] }, async () => {
  await world().workspace.write('waits.mjs', "console.log('waiting'); setInterval(() => {}, 1000)\n")
  const asked = await world().agent.call('execute_command', { command: 'node', args: ['waits.mjs'] })
  await using reader = await world().events()
  await world().operator.approve(asked.approval_id as string)
  await reader.next('tool.output', ({ tool_id }) => tool_id === asked.tool_id)
  await world().operator.post(`/my/projects/${world().projectId}/tools/${asked.tool_id}/cancel`)
  expect(await world().agent.end(asked.tool_id)).toMatchObject({ status: 'cancelled', error_code: 'CANCELLED' })
  await reader.next('tool.cancel', ({ tool_id }) => tool_id === asked.tool_id)
})

scenario('a secret in the output of a command is masked', { verifies: ['records.output-masked'] }, async () => {
  const view = await runScript(
    world(),
    'leak.mjs',
    "console.log('key AKIAIOSFODNN7EXAMPLE and ghp_' + '0123456789abcdefghijklmnopqrstuvwxyz')\n",
  )
  expect(outputOf(view)).not.toContain('ghp_0123456789abcdefghijklmnopqrstuvwxyz')
})
