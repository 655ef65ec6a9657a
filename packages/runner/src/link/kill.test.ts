// A runner that is killed anywhere on the path of a call: one end, at most one effect, and the next start knows.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testProgram } from '../../../../scripts/test-program.ts'
import { makePlace, optionsFor, type Place } from '../../test/runner-fixture.ts'
import { type Call, projectId, ServerFixture } from '../../test/server-fixture.ts'
import { startRunner } from '../compose.ts'
import type { RunnerFaultPoint } from '../ports/fault-points.ts'

const program = testProgram(new URL('../../test/runner-process.ts', import.meta.url))

function startProcess(server: ServerFixture, place: Place, fault?: RunnerFaultPoint): ChildProcess {
  const env = { ...process.env, SERVER_URL: server.url, PROJECT_ID: projectId, WORKSPACE: place.workspace, DATA_DIR: place.dataDir }
  const faults = fault ? { COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: fault } : {}
  return spawn(process.execPath, [program], { env: { ...env, ...faults }, stdio: 'ignore' })
}

const killed = (child: ChildProcess): Promise<string | null> => new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))

const effects = (place: Place): number => {
  const path = join(place.workspace, 'log.md')
  return existsSync(path) ? readFileSync(path, 'utf8').length : 0
}

const appendOne = { tool: 'write_file', params: { path: 'log.md', content: 'x', mode: 'append' }, risk: 'MEDIUM' } as const

/** What the next start says of the attempt in its hello, or that it is unknown. */
async function afterRestart(server: ServerFixture, place: Place, call: Call): Promise<unknown> {
  const hellos = server.hellos().length
  await using runner = await startRunner(optionsFor(server, place))
  await runner.online
  const attempts = server.hellos()[hellos]?.attempts as { attempt_id: string; state: string }[]
  await expect.poll(() => server.streams).toBe(1)
  return attempts.find(({ attempt_id }) => attempt_id === call.attempt_id)?.state ?? 'unknown'
}

const cases: { at: RunnerFaultPoint; says: string; ran: number }[] = [
  { at: 'before-started', says: 'unknown', ran: 0 },
  { at: 'after-started', says: 'interrupted', ran: 0 },
  { at: 'before-run', says: 'interrupted', ran: 0 },
  { at: 'after-run', says: 'interrupted', ran: 1 },
  { at: 'before-outbox', says: 'interrupted', ran: 1 },
  { at: 'after-outbox', says: 'finished', ran: 1 },
  { at: 'before-post', says: 'finished', ran: 1 },
  { at: 'after-post', says: 'finished', ran: 1 },
]

test.each(cases)('killed $at, the next start says $says after $ran effects', async ({ at, says, ran }) => {
  await using server = await new ServerFixture().listen()
  using place = makePlace()
  const child = startProcess(server, place, at)
  const end = killed(child)
  await expect.poll(() => server.streams, { timeout: 10_000 }).toBe(1)
  const call = server.signal(server.makeCall(appendOne))
  expect(await end).toBe('SIGKILL')
  expect(effects(place)).toBe(ran)
  const before = server.results().length
  expect(await afterRestart(server, place, call)).toBe(says)
  expect(effects(place)).toBe(ran)
  // What was in the outbox is posted by the next start, and is what the first one reached.
  if (says === 'finished') expect(server.results()[before]).toMatchObject({ status: 'completed', attempt_id: call.attempt_id })
})

test('a second runner with the same data folder is refused, and can start once the first was killed', async () => {
  await using server = await new ServerFixture().listen()
  using place = makePlace()
  const child = startProcess(server, place)
  const end = killed(child)
  await expect.poll(() => server.streams, { timeout: 10_000 }).toBe(1)
  await expect(startRunner(optionsFor(server, place))).rejects.toMatchObject({ message: expect.stringContaining('another runner') })
  child.kill('SIGKILL')
  await end
  await using runner = await startRunner(optionsFor(server, place))
  await runner.online
})
