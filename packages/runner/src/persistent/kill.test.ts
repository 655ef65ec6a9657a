// A runner that is killed while processes run that outlive their calls.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testProgram } from '../../../../scripts/test-program.ts'
import { NO_SANDBOX } from '../../test/hosts/persistent-in.ts'
import { detectTestSandbox } from '../../test/hosts/run-in.ts'
import { makePlace, optionsFor, type Place } from '../../test/runner-fixture.ts'
import { projectId, ServerFixture } from '../../test/server-fixture.ts'
import { startRunner } from '../compose.ts'
import { startTimeOf } from '../programs/process-facts.ts'
import { openLedger } from './ledger.ts'

const program = testProgram(new URL('../../test/runner-process.ts', import.meta.url))
const NAMES = ['one', 'two', 'three']

function startProcess(server: ServerFixture, place: Place, isolation: string): ChildProcess {
  const env = { SERVER_URL: server.url, PROJECT_ID: projectId, WORKSPACE: place.workspace, DATA_DIR: place.dataDir, ISOLATION: isolation }
  return spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: 'ignore' })
}

async function startThree(server: ServerFixture): Promise<number[]> {
  await expect.poll(() => server.streams, { timeout: 20_000 }).toBe(1)
  for (const process_id of NAMES) {
    const params = { command: 'tail -f a.txt', process_id }
    server.signal(server.makeCall({ tool: 'run_persistent', params, risk: 'MEDIUM', network: true }))
  }
  await expect.poll(() => server.results().length, { timeout: 20_000 }).toBe(NAMES.length)
  return server.results().map((body) => {
    expect(body).toMatchObject({ status: 'completed', result: { success: true, running: true } })
    return (body.result as { pid: number }).pid
  })
}

test.each([
  ['sandbox', detectTestSandbox, /it ended with the runner, which was killed/],
  ['none', async () => NO_SANDBOX, /the runner was killed; it was found at the next start and ended/],
])(
  'after kill -9 with isolation %s none is left running, and the ledger says how each ended',
  { timeout: 90_000 },
  async (isolation, sandbox, how) => {
    await using server = await new ServerFixture().listen()
    using place = makePlace()
    const child = startProcess(server, place, isolation)
    const pids = await startThree(server)
    expect(pids.map((pid) => startTimeOf(pid) !== undefined)).toEqual([true, true, true])
    const killed = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await killed

    const runner = await startRunner({ ...optionsFor(server, place), sandbox: await sandbox() })
    expect(pids.map(startTimeOf)).toEqual([undefined, undefined, undefined])
    await runner.online
    const told = server.hellos().at(-1)?.processes
    expect(told).toMatchObject(NAMES.map(() => ({ running: false, exit_code: null, how_ended: expect.stringMatching(how) })))
    await runner.stop()
    const ledger = openLedger(join(place.dataDir, 'processes/ledger.jsonl'))
    ledger.close()
    const rows = ledger.rows()
    expect(rows.map(({ process_id }) => process_id).sort()).toEqual([...NAMES].sort())
    expect(rows.every(({ ended }) => ended && how.test(ended.how))).toBe(true)
  },
)

test('a runner that is stopped ends its processes and says so when it leaves', { timeout: 60_000 }, async () => {
  await using server = await new ServerFixture().listen()
  using place = makePlace()
  const runner = await startRunner({ ...optionsFor(server, place), sandbox: NO_SANDBOX })
  const pids = await startThree(server)
  await runner.stop()
  expect(pids.map(startTimeOf)).toEqual([undefined, undefined, undefined])
  const beats = server.posted.filter(({ path }) => path === '/runner/heartbeat')
  expect(beats.at(-1)?.body).toMatchObject({ leaving: true, processes: NAMES.map(() => ({ how_ended: 'the runner was stopped' })) })
})

test('a cancel of the call ends its process, and so does an answer that names it', { timeout: 60_000 }, async () => {
  await using server = await new ServerFixture().listen()
  using place = makePlace()
  await using _runner = await startRunner({ ...optionsFor(server, place), sandbox: NO_SANDBOX })
  await startThree(server)
  const reports = () =>
    server.posted.findLast(({ body }) => body.processes)?.body.processes as { tool_id: string; running: boolean; process_id: string }[]
  await expect.poll(() => reports()?.filter(({ running }) => running).length).toBe(3)
  const [first, second] = reports()
  server.send('tool.cancel', { tool_id: first?.tool_id, attempt_id: null, timestamp: new Date().toISOString() })
  await expect.poll(() => reports().filter(({ running }) => running).length).toBe(2)
  server.endProcesses = [second?.tool_id ?? '']
  server.cutStreams()
  await expect.poll(() => reports().filter(({ running }) => running).length).toBe(1)
  expect(reports().find(({ running }) => running)?.process_id).toBe('three')
})

test('where another runner has the project, its processes end', { timeout: 60_000 }, async () => {
  await using server = await new ServerFixture().listen()
  using place = makePlace()
  await using _runner = await startRunner({ ...optionsFor(server, place), sandbox: NO_SANDBOX })
  const pids = await startThree(server)
  server.holdsLease = false
  server.cutStreams()
  await expect.poll(() => pids.map(startTimeOf)).toEqual([undefined, undefined, undefined])
})
