// Processes that outlive their call: started, read, stopped, and ended with whatever they belong to.
import type { ProcessView } from '@countersign/protocol'
import { expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { isAlive, startCommand } from '../world/processes/child.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'
import { startWorld, type World } from '../world/world.ts'

const FILES = {
  'serve.mjs':
    "import { createServer } from 'node:http'\ncreateServer((request, response) => response.end('hello')).listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })\nprocess.on('SIGTERM', () => { console.log('bye'); process.exit(0) })\n",
}
const world = sharedWorld({ files: FILES })
const begin = () => startWorld({ runner: 'separate', files: FILES, serve: ['--lease-seconds', '3', '--runner-wait-seconds', '20'] })

interface Started {
  readonly process_id: string
  readonly pid: number
  readonly started_at: string
}

interface Printed {
  readonly output: string
  readonly next: number
  readonly running: boolean
}

async function start(of: World, process_id: string, command = 'node serve.mjs') {
  const { approval, view } = await callAndApprove(of, 'run_persistent', { command, process_id })
  expect(view).toMatchObject({ status: 'completed', result: { success: true, process_id, running: true } })
  return { approval, view, ...(view.result as Started) }
}

const startThree = async (of: World) => [await start(of, 'one'), await start(of, 'two'), await start(of, 'three')]

const list = (of: World) => of.operator.get<{ runner_online: boolean; processes: ProcessView[] }>(`/my/projects/${of.projectId}/processes`)

const read = async (of: World, process_id: string, after = 0): Promise<Printed> =>
  (await of.agent.call('read_process', { process_id, after })).result as Printed

const portOf = (of: World, process_id: string): Promise<string> =>
  eventually('its port', async () => /port (\d+)\n/.exec((await read(of, process_id)).output)?.[1])

const untilAllGone = (pids: readonly number[]): Promise<true> =>
  eventually('the end of its processes', () => (pids.some(isAlive) ? undefined : true))

scenario(
  'a server is started, reached, read and stopped',
  { verifies: ['tools.run-persistent', 'tools.read-process', 'tools.kill-process', 'commands.network-persistent'] },
  async () => {
    const { approval, pid, started_at } = await start(world(), 'web')
    expect(approval).toMatchObject({ preview: { kind: 'shell', line: 'node serve.mjs', network: true, timeout_seconds: null } })
    expect(approval.reasons.join()).toContain('the internet and services on this machine')
    expect([isAlive(pid), Date.parse(started_at) > 0]).toEqual([true, true])
    const port = await portOf(world(), 'web')
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
    const { next } = await read(world(), 'web')
    expect(await read(world(), 'web', next)).toMatchObject({ output: '', next, running: true })
    const killed = await world().agent.call('kill_process', { process_id: 'web' })
    expect(killed).toMatchObject({ status: 'completed', result: { process_id: 'web', exit_code: 0, signal: null } })
    expect(isAlive(pid)).toBe(false)
    expect(await read(world(), 'web', next)).toMatchObject({ output: 'bye\n', running: false, exit_code: 0 })
  },
)

scenario('the operator sees what runs, with its output as it comes', { verifies: ['commands.ledger', 'rest.processes'] }, async () => {
  await using reader = await world().events()
  const { view, pid } = await start(world(), 'shown')
  const port = await portOf(world(), 'shown')
  expect(await reader.next('tool.output', ({ tool_id }) => tool_id === view.tool_id)).toMatchObject({ data: { data: `port ${port}\n` } })
  const [shown] = await eventually('its row', async () => {
    const found = (await list(world())).processes.filter(({ tool_id }) => tool_id === view.tool_id)
    return found.length > 0 ? found : undefined
  })
  expect(shown).toMatchObject({ process_id: 'shown', pid, session_id: view.session_id, command: 'node serve.mjs', running: true })
  expect((await list(world())).runner_online).toBe(true)
  await world().agent.call('kill_process', { process_id: 'shown' })
  await eventually('its end', async () => (await list(world())).processes.find((row) => row.tool_id === view.tool_id && !row.running))
})

scenario('the command line lists and stops them', { verifies: ['rest.processes'] }, async () => {
  const { pid } = await start(world(), 'line')
  const run = async (...args: string[]) => {
    await using child = startCommand([...args, '--data', world().data.path], { input: '' })
    const { code } = await child.ended
    return { code, text: child.stdout() }
  }
  const listed = await eventually('it in the list', async () => {
    const { text } = await run('processes')
    return text.includes('line') ? text : undefined
  })
  expect(listed).toMatch(new RegExp(`running  line  pid ${pid}, since .* node serve.mjs`))
  expect(await run('stop', 'line')).toMatchObject({ code: 0, text: expect.stringContaining('stopped line (exit code 0)') })
  expect(isAlive(pid)).toBe(false)
  expect(await run('stop', 'none')).toMatchObject({ code: 1, text: expect.stringContaining('Not found: process none') })
})

scenario('no process is left when a session ends', { verifies: ['approvals.session-processes', 'commands.ledger-ends'] }, async () => {
  await using own = await begin()
  const started = await startThree(own)
  await own.operator.delete(`/my/projects/${own.projectId}/chat/sessions/${started[0]?.view.session_id}`)
  await untilAllGone(started.map(({ pid }) => pid))
  const { processes } = await eventually('the report', async () => {
    const found = await list(own)
    return found.processes.some(({ running }) => running) ? undefined : found
  })
  expect(processes.map(({ how_ended }) => how_ended)).toEqual(started.map(() => 'its session ended, or its call was cancelled'))
})

scenario(
  'a runner that was away when the session ended is told when it is back',
  { verifies: ['approvals.session-processes'] },
  async () => {
    await using own = await begin()
    await using reader = await own.events()
    const { pid, view } = await start(own, 'web')
    const runner = own.runner()?.pid as number
    process.kill(runner, 'SIGSTOP')
    await reader.next('runner.offline')
    expect(await list(own)).toMatchObject({ runner_online: false, processes: [{ process_id: 'web', running: true }] })
    await own.operator.delete(`/my/projects/${own.projectId}/chat/sessions/${view.session_id}`)
    expect(isAlive(pid)).toBe(true)
    process.kill(runner, 'SIGCONT')
    await untilAllGone([pid])
  },
)

scenario(
  'after kill -9 of the runner none is left running, and the ledger says how each ended',
  { verifies: ['commands.ledger-ends'] },
  async () => {
    await using own = await begin()
    const started = await startThree(own)
    await own.runner()?.kill()
    await untilAllGone(started.map(({ pid }) => pid))
    own.restartRunner()
    const { processes } = await eventually('the next start', async () => {
      const found = await list(own)
      return found.runner_online && found.processes.every(({ running }) => !running) ? found : undefined
    })
    expect(processes.map(({ process_id, how_ended }) => [process_id, how_ended])).toEqual(
      ['one', 'two', 'three'].map((name) => [name, 'it ended with the runner, which was killed']),
    )
    expect(await own.agent.call('read_process', { process_id: 'two' })).toMatchObject({
      result: { running: false, output: expect.stringMatching(/^port \d+\n$/) },
    })
    await start(own, 'two')
  },
)

scenario('a runner that stops, and a project that is deleted, leave nothing running', { verifies: ['commands.ledger-ends'] }, async () => {
  await using own = await begin()
  const first = await startThree(own)
  await own.runner()?.stop()
  expect(first.map(({ pid }) => isAlive(pid))).toEqual([false, false, false])
  expect((await list(own)).processes.map(({ how_ended }) => how_ended)).toEqual(first.map(() => 'the runner was stopped'))
  own.restartRunner()
  await own.runnerOnline()
  const second = await startThree(own)
  await own.operator.delete(`/my/projects/${own.projectId}`)
  await untilAllGone(second.map(({ pid }) => pid))
})

scenario(
  'one shell line runs with a yes, each command in it judged on its own',
  { verifies: ['tools.run-command', 'commands.shell-lines'] },
  async () => {
    const call = { command: 'ls | wc -l && pwd', cwd: 'src', timeout: 20 }
    const { approval, view } = await callAndApprove(world(), 'run_command', call)
    expect(approval).toMatchObject({ risk_level: 'MEDIUM', preview: { kind: 'shell', cwd: 'src', timeout_seconds: 20, network: false } })
    expect(view).toMatchObject({ status: 'completed', result: { stdout: `1\n${world().workspace.path}/src\n`, exit_code: 0 } })
    for (const [command, error] of [
      ['ls && rm -rf .', 'Command not allowed: rm'],
      ['echo $(curl http://a.example)', 'Command not allowed: curl'],
      ['for f in a b; do sudo ls; done', 'Command not allowed: sudo'],
    ])
      expect(await world().agent.call('run_command', { command })).toMatchObject({
        status: 'failed',
        error: expect.stringContaining(error ?? ''),
      })
  },
)
