// A runner that is killed while a command runs: the next start looks at what it left.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testProgram } from '../../../../../scripts/test-program.ts'
import { NO_SANDBOX } from '../../../test/hosts/persistent-in.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import { makePlace, optionsFor } from '../../../test/runner-fixture.ts'
import { projectId, ServerFixture } from '../../../test/server-fixture.ts'
import { startRunner } from '../../compose.ts'
import { startTimeOf } from '../../programs/process-facts.ts'

const program = testProgram(new URL('../../../test/runner-process.ts', import.meta.url))
const PLANT =
  "require('fs').writeFileSync('.envrc', 'x'); require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1e6)"

test.each([
  ['sandbox', detectTestSandbox],
  ['none', async () => NO_SANDBOX],
])('isolation %s: what would run later is put away, and the command does not run on', { timeout: 60_000 }, async (isolation, sandbox) => {
  await using server = await new ServerFixture().listen()
  using place = makePlace({ 'plant.cjs': PLANT })
  const env = { SERVER_URL: server.url, PROJECT_ID: projectId, WORKSPACE: place.workspace, DATA_DIR: place.dataDir, ISOLATION: isolation }
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: 'ignore' })
  await expect.poll(() => server.streams, { timeout: 20_000 }).toBe(1)
  server.signal(server.makeCall({ tool: 'execute_command', params: { command: 'node', args: ['plant.cjs'] }, risk: 'MEDIUM' }))
  await expect.poll(() => existsSync(join(place.workspace, 'pid')), { timeout: 20_000 }).toBe(true)
  const killed = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await killed
  expect(existsSync(join(place.workspace, '.envrc'))).toBe(true)

  const logs: Record<string, unknown>[] = []
  await using _runner = await startRunner({ ...optionsFor(server, place, logs), sandbox: await sandbox() })
  // Inside of a sandbox the number is one of its own.
  if (isolation === 'none') expect(startTimeOf(Number(readFileSync(join(place.workspace, 'pid'), 'utf8')))).toBeUndefined()
  expect(existsSync(join(place.workspace, '.envrc'))).toBe(false)
  expect(readdirSync(join(place.dataDir, 'quarantine'))).toHaveLength(1)
  expect(readdirSync(join(place.dataDir, 'before-commands'))).toEqual([])
  expect(logs).toContainEqual(expect.objectContaining({ names: ['.envrc'] }))
})

test('what was made after the death of the runner is none of the command', async () => {
  await using server = await new ServerFixture().listen()
  using place = makePlace()
  const options = { ...optionsFor(server, place), sandbox: NO_SANDBOX }
  await (await startRunner(options)).stop()
  const record = join(place.dataDir, 'before-commands', 'x.json')
  writeFileSync(record, JSON.stringify({ root: place.workspace, names: ['.envrc', '.mcp.json'], before: {}, makesRepository: false }))
  utimesSync(record, 1, 1)
  writeFileSync(join(place.workspace, '.envrc'), 'made by the person')
  await (await startRunner(options)).stop()
  expect(existsSync(join(place.workspace, '.envrc'))).toBe(true)
  expect(existsSync(record)).toBe(false)
})

test('after a command that ends as it should nothing is kept', async () => {
  await using server = await new ServerFixture().listen()
  using place = makePlace({ 'ok.cjs': '' })
  await using _runner = await startRunner({ ...optionsFor(server, place), sandbox: NO_SANDBOX })
  await expect.poll(() => server.streams).toBe(1)
  server.signal(server.makeCall({ tool: 'execute_command', params: { command: 'node', args: ['ok.cjs'] }, risk: 'MEDIUM' }))
  await expect.poll(() => server.results()).toMatchObject([{ status: 'completed' }])
  expect(readdirSync(join(place.dataDir, 'before-commands'))).toEqual([])
})
