// A real runner against a server that lies: nothing runs without a clearance for exactly this call.
import { callDigest } from '@countersign/protocol'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Folder, makeFolder } from '../../../packages/test-kit/src/folders/make-folder.ts'
import { newId } from '../../../packages/test-kit/src/ids.ts'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import type { Child } from '../world/processes/child.ts'
import { type FakeServer, otherKey, type Signal, startFakeServer } from '../world/processes/fake-server.ts'
import { startRunner } from '../world/processes/runner.ts'

const ending = new AsyncDisposableStack()
let server: FakeServer
let workspace: Folder
let runner: Child

beforeAll(async () => {
  const COUNT = "import { appendFileSync } from 'node:fs'\nappendFileSync('count.txt', 'ran\\n')\n"
  workspace = ending.use(await makeFolder('workspace', { 'count.mjs': COUNT }))
  const data = ending.use(await makeFolder('data'))
  server = ending.use(await startFakeServer())
  runner = ending.use(startRunner({ url: server.url, token: server.token, workspace: workspace.path, data: data.at('runner') }))
  await eventually('hello', () => server.hellos() > 0)
})
afterAll(() => ending.disposeAsync())

/** A call that a correct server would send; `spoil` makes it invalid. */
function newSignal(spoil: (signal: Signal) => Partial<Signal> = () => ({})): Signal {
  const call = {
    tool_id: newId(),
    attempt_id: newId(),
    tool_name: 'execute_command',
    tool_params: { command: 'node', args: ['count.mjs'] },
  }
  const good = { ...call, digest: callDigest({ ...call, network: false }), clearance: server.sign(server.claims(call)) }
  return { ...good, ...spoil(good) }
}

const withClaims = (change: object) => newSignal((signal) => ({ clearance: server.sign({ ...server.claims(signal), ...change }) }))

async function runsNothing(signal: Signal): Promise<void> {
  const before = await workspace.countLines('count.txt')
  await sendWhenConnected(signal)
  expect((await server.resultOf(signal.tool_id)).body).toMatchObject({ status: 'failed', error_code: 'INPUT_CHANGED' })
  expect(await workspace.countLines('count.txt')).toBe(before)
}

async function runsOnce(signal: Signal): Promise<void> {
  const before = await workspace.countLines('count.txt')
  await sendWhenConnected(signal)
  expect((await server.resultOf(signal.tool_id)).body).toMatchObject({ status: 'completed', result: { success: true } })
  expect(await workspace.countLines('count.txt')).toBe(before + 1)
}

async function sendWhenConnected(signal: Signal): Promise<void> {
  await eventually('the runner to listen', () => server.isListenedTo())
  server.send(signal)
}

scenario('a good clearance runs its call', { verifies: ['clearance.pinned', 'runner.hello'] }, async () => {
  await runsOnce(newSignal())
})

scenario('a missing clearance runs nothing', { verifies: ['clearance.missing'] }, async () => {
  await runsNothing(newSignal(() => ({ clearance: '' })))
})

scenario('a forged clearance runs nothing', { verifies: ['clearance.forged'] }, async () => {
  await runsNothing(newSignal((signal) => ({ clearance: server.sign(server.claims(signal), otherKey()) })))
})

scenario('an expired clearance runs nothing', { verifies: ['clearance.expired'] }, async () => {
  await runsNothing(withClaims({ exp: Math.floor(Date.now() / 1000) - 1 }))
})

scenario('an altered clearance runs nothing', { verifies: ['clearance.altered'] }, async () => {
  const alter = ({ clearance }: Signal) => {
    const [header, payload = '', signature] = (clearance ?? '').split('.')
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), risk: 'HIGH' }
    return { clearance: [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.') }
  }
  await runsNothing(newSignal(alter))
  await runsNothing(withClaims({ execution_id: newId() }))
  await runsNothing(withClaims({ attempt_id: newId() }))
  await runsNothing(withClaims({ risk: 'LOW' }))
  await runsNothing(withClaims({ by: { kind: 'rule', rule: 'risk:LOW' } }))
})

scenario('a signal whose parameters differ from its digest runs nothing', { verifies: ['clearance.parameters'] }, async () => {
  await runsNothing(newSignal(() => ({ tool_params: { command: 'node', args: ['count.mjs', 'more'] } })))
  await runsNothing(newSignal(() => ({ digest: '0'.repeat(64) })))
  const altered = { command: 'node', args: ['count.mjs', 'other'] }
  await runsNothing(
    newSignal(() => ({ tool_params: altered, digest: callDigest({ tool_name: 'execute_command', tool_params: altered, network: false }) })),
  )
})

scenario('a repeated clearance runs nothing a second time', { verifies: ['clearance.repeated'] }, async () => {
  const signal = newSignal()
  await runsOnce(signal)
  const before = await workspace.countLines('count.txt')
  server.send(signal)
  server.send({ ...signal, attempt_id: newId() })
  await runsOnce(newSignal())
  expect(await workspace.countLines('count.txt')).toBe(before + 1)
})

scenario('a server with another key is refused', { verifies: ['clearance.pinned'] }, async () => {
  const before = await workspace.countLines('count.txt')
  server.changeKey()
  await runner.ended
  expect(runner.stderr() + runner.stdout()).toContain('paired')
  expect(await workspace.countLines('count.txt')).toBe(before)
})
