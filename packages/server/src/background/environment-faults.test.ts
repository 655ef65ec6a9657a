import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testProgram } from '../../../../scripts/test-program.ts'
import { send } from '../../../test-kit/src/clients/http.ts'
import { faultsFromEnvironment } from './environment-faults.ts'

const PROGRAM = testProgram(new URL('../../test/fault-program.ts', import.meta.url))
let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-faults-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function start(fault?: string) {
  const env = { ...process.env, ...(fault && { COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: fault }) }
  const child = spawn(process.execPath, [PROGRAM, dataDir], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { port, agent, operator } = JSON.parse(line.toString())
  const execute = () => {
    const body = { tool_name: 'read_file', tool_params: { path: 'a' }, wait_seconds: 0 }
    return send(port, { method: 'POST', path: '/my/tools/execute', token: agent, body })
  }
  const history = async () => (await send(port, { path: '/my/tools/history', token: operator })).json.executions.length
  return { child, exited, execute, history }
}

test.each([
  ['request:before-commit', 0],
  ['request:after-commit', 1],
  ['request:after-commit:2', 2],
])('a process that ends at %s leaves %i executions', async (fault, count) => {
  const doomed = await start(fault)
  for (let i = 1; i < Math.max(1, count); i++) expect((await doomed.execute()).status).toBe(200)
  await expect(doomed.execute()).rejects.toThrow()
  expect(await doomed.exited).toEqual([null, 'SIGKILL'])
  const again = await start()
  expect(await again.history()).toBe(count)
  again.child.kill('SIGKILL')
  await again.exited
})

test('nothing ends unless it is said that this is a test', () => {
  expect(() => faultsFromEnvironment({ COUNTERSIGN_FAULT: 'request:before-commit' })('request:before-commit')).not.toThrow()
})

test('a fault point that does not exist is refused at the start', () => {
  expect(() => faultsFromEnvironment({ COUNTERSIGN_TEST_FAULTS: '1', COUNTERSIGN_FAULT: 'nothing:before-commit' })).toThrow(
    'request:before-commit',
  )
})
