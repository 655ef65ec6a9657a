// kill -9 of server or runner, while an approval waits and while a command runs.
import { connect } from 'node:net'
import { expect } from 'vitest'
import { eventually, persistently } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { isAlive } from '../world/processes/child.ts'
import { startWorld, type World } from '../world/world.ts'

const COUNT = { tool: 'execute_command', params: { command: 'node', args: ['slow-count.mjs'] } }
const FILES = {
  'slow-count.mjs':
    "import { appendFileSync } from 'node:fs'\nappendFileSync('count.txt', 'ran\\n')\nsetTimeout(() => console.log('counted'), 1500)\n",
}
const begin = () => startWorld({ runner: 'separate', files: FILES, serve: ['--runner-wait-seconds', '20', '--lease-seconds', '3'] })

async function startCommand(world: World): Promise<string> {
  const asked = await world.agent.call(COUNT.tool, COUNT.params)
  await using reader = await world.events()
  await world.operator.approve(asked.approval_id as string)
  await reader.next('tool.status', ({ tool_id, status }) => tool_id === asked.tool_id && status === 'executing')
  await untilCounted(world)
  return asked.tool_id
}

async function untilCounted(world: World): Promise<void> {
  await eventually('the command to run', async () => (await world.workspace.countLines('count.txt')) > 0)
}

scenario(
  'an approval survives the death of the server with its remaining time',
  { verifies: ['approvals.survives-server', 'access.local-same-tokens', 'runner.reconnects'] },
  async () => {
    await using world = await begin()
    const asked = await world.agent.call(COUNT.tool, COUNT.params)
    const before = await world.operator.approval(asked.approval_id as string)
    await world.server().kill()
    const again = await world.restartServer()
    // From here on everybody continues with the earlier tokens.
    expect(again.ready.project_id).toBe(world.projectId)
    const after = await world.operator.approval(asked.approval_id as string)
    expect(after).toEqual(before)
    await world.operator.approve(after.id)
    expect(await world.agent.end(asked.tool_id)).toMatchObject({ status: 'completed' })
    expect(await world.workspace.countLines('count.txt')).toBe(1)
  },
)

scenario('an approval survives the death of the runner', { verifies: ['approvals.survives-runner', 'events.runner'] }, async () => {
  await using world = await begin()
  await using reader = await world.events()
  const asked = await world.agent.call('write_file', { path: 'kept.md', content: 'kept\n' })
  await world.runner()?.kill()
  await reader.next('runner.offline')
  expect(await world.operator.approval(asked.approval_id as string)).toMatchObject({ status: 'pending' })
  await world.operator.approve(asked.approval_id as string)
  expect(await world.agent.see(asked.tool_id)).toMatchObject({ status: 'approved', waiting_for_runner: true })
  world.restartRunner()
  expect(await world.agent.end(asked.tool_id)).toMatchObject({ status: 'completed' })
  expect(await world.workspace.read('kept.md')).toBe('kept\n')
  await reader.next('runner.online')
})

scenario('a command goes on when the server dies, and ends once', { verifies: ['executions.one-end', 'settled.retry'] }, async () => {
  await using world = await begin()
  const id = await startCommand(world)
  await world.server().kill()
  await world.restartServer()
  expect(await persistently(() => world.agent.end(id))).toMatchObject({ status: 'completed', result: { stdout: 'counted\n' } })
  expect(await world.workspace.countLines('count.txt')).toBe(1)
})

scenario(
  'a command that dies with its runner has an unknown outcome and is not repeated',
  { verifies: ['executions.runner-lost', 'executions.at-most-once'] },
  async () => {
    await using world = await begin()
    const id = await startCommand(world)
    await world.runner()?.kill()
    world.restartRunner()
    const view = await world.agent.end(id)
    expect(view).toMatchObject({ status: 'failed', error_code: 'RUNNER_LOST', error: expect.stringContaining('outcome unknown') })
    expect(await world.agent.call('read_file', { path: 'README.md' })).toMatchObject({ status: 'completed' })
    expect(await world.workspace.countLines('count.txt')).toBe(1)
  },
)

scenario('a server that is told to stop leaves nothing running', { verifies: ['cli.serve'] }, async () => {
  await using world = await startWorld()
  const { pid, runner_pid } = world.server().ready
  expect(runner_pid).toBeGreaterThan(0)
  expect(isAlive(runner_pid as number)).toBe(true)
  const idle = connect(world.server().port, '127.0.0.1')
  await new Promise((resume) => idle.once('connect', resume))
  expect(await world.server().stop(), 'a connection on which nothing was asked keeps nobody').toEqual({ code: 0, signal: null })
  idle.destroy()
  expect([pid, runner_pid as number].map(isAlive)).toEqual([false, false])
})
