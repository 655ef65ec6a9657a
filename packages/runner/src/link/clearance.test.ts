// Whatever is wrong with a clearance, nothing runs, and the server is told why.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLEARANCE_TYPE } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../test-kit/src/ids.ts'
import { signClearance } from '../../../test-kit/src/sign-clearance.ts'
import { type Linked, optionsFor, startLinked } from '../../test/runner-fixture.ts'
import type { Call, CallRequest } from '../../test/server-fixture.ts'
import { startRunner } from '../compose.ts'

const write: CallRequest = { tool: 'write_file', params: { path: 'made.md', content: 'by the agent' }, risk: 'MEDIUM' }
const other = generateKeyPairSync('ed25519')

async function sendAndWait(linked: Linked, call: Call): Promise<Record<string, unknown>> {
  await expect.poll(() => linked.server.streams).toBe(1)
  linked.server.signal(call)
  await expect.poll(() => linked.server.results().length).toBe(1)
  return linked.server.results()[0] as Record<string, unknown>
}

const wasWritten = (linked: Linked): boolean => existsSync(join(linked.place.workspace, 'made.md'))

describe('a clearance that does not hold', () => {
  const cases: [string, CallRequest, RegExp][] = [
    ['signed by another key', { key: other.privateKey }, /not signed by the server/],
    ['without an algorithm', { header: { alg: 'none', typ: CLEARANCE_TYPE } }, /of a kind that is not accepted/],
    ['by a shared secret', { header: { alg: 'HS256', typ: CLEARANCE_TYPE } }, /of a kind that is not accepted/],
    ['of another type', { header: { alg: 'EdDSA', typ: 'JWT' } }, /of a kind that is not accepted/],
    ['with a critical extension', { header: { alg: 'EdDSA', typ: CLEARANCE_TYPE, crit: ['exp'] } }, /of a kind that is not accepted/],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 1 } }, /has expired/],
    ['for another execution', { claims: { execution_id: newId() } }, /another execution/],
    ['for another attempt', { claims: { attempt_id: newId() } }, /another attempt/],
    ['for other parameters', { claims: { call_digest: 'ab'.repeat(32) } }, /parameters are not those/],
    ['for another network', { claims: { network: true } }, /parameters are not those/],
    ['with claims missing', { claims: { risk: undefined } }, /does not say what it must/],
    ['with claims that are not known', { claims: { sudo: true } as never }, /does not say what it must/],
    ['of a lower risk', { claims: { risk: 'LOW' } }, /risk is MEDIUM here, but LOW was cleared/],
    ['that only the risk table gave', { claims: { by: { kind: 'rule', rule: 'risk:LOW' } } }, /nobody cleared/],
    ['of a parent, which a server is not', { claims: { by: { kind: 'parent', mode: 'all' } } }, /not the parent/],
    [
      'of a person who was shown no file',
      { claims: { by: { kind: 'person', user_id: 'u', approval_id: newId() } } },
      /does not name the files/,
    ],
  ]
  test.each(cases)('%s runs nothing', async (_, wrong, why) => {
    await using linked = await startLinked()
    const result = await sendAndWait(linked, linked.server.makeCall({ ...write, ...wrong }))
    expect(result).toMatchObject({ status: 'failed', error_code: 'INPUT_CHANGED', error: expect.stringMatching(why) })
    expect(wasWritten(linked)).toBe(false)
  })

  test.each(['', 'x.y', 'a.b.c.d', 'not a token', `${'a'.repeat(300_000)}.b.c`])('malformed as %j runs nothing', async (clearance) => {
    await using linked = await startLinked()
    const result = await sendAndWait(linked, { ...linked.server.makeCall(write), clearance })
    expect(result).toMatchObject({ status: 'failed', error_code: 'INPUT_CHANGED' })
    expect(wasWritten(linked)).toBe(false)
  })

  test('parameters that were altered on the way run nothing', async () => {
    await using linked = await startLinked()
    const call = linked.server.makeCall(write)
    const result = await sendAndWait(linked, { ...call, tool_params: { ...call.tool_params, content: 'by somebody else' } })
    expect(result).toMatchObject({ status: 'failed', error_code: 'INPUT_CHANGED' })
    expect(wasWritten(linked)).toBe(false)
  })

  test('a signature that was altered in one bit runs nothing', async () => {
    await using linked = await startLinked()
    const call = linked.server.makeCall(write)
    const [header, payload, signature = ''] = call.clearance.split('.')
    const bytes = Buffer.from(signature, 'base64url')
    bytes[10] = (bytes[10] as number) ^ 1
    const result = await sendAndWait(linked, { ...call, clearance: `${header}.${payload}.${bytes.toString('base64url')}` })
    expect(result).toMatchObject({ status: 'failed', error_code: 'INPUT_CHANGED' })
    expect(wasWritten(linked)).toBe(false)
  })
})

test('a signal that comes again, also after a restart, runs nothing', async () => {
  await using linked = await startLinked()
  const { server } = linked
  const call = server.makeCall({ tool: 'write_file', params: { path: 'log.md', content: 'x', mode: 'append' }, risk: 'MEDIUM' })
  const sendAgain = async () => {
    server.signal(call)
    const marker = server.signal(server.makeCall())
    await expect.poll(() => server.results().at(-1)?.attempt_id).toBe(marker.attempt_id)
  }
  await sendAndWait(linked, call)
  await sendAgain()
  await linked.runner.stop()
  await using _again = await startRunner(optionsFor(server, linked.place, linked.logs))
  await expect.poll(() => server.streams).toBe(1)
  await sendAgain()
  expect(readFileSync(join(linked.place.workspace, 'log.md'), 'utf8')).toBe('x')
  expect(linked.logs.filter(({ message }) => message === 'an attempt came again; nothing ran')).toHaveLength(2)
})

test('another key than the pinned one ends the runner and runs nothing', async () => {
  await using linked = await startLinked()
  await expect.poll(() => linked.server.streams).toBe(1)
  linked.server.keys = other
  linked.server.cutStreams()
  await expect(linked.runner.stopped).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('Nothing runs') })
  expect(linked.server.streams).toBe(0)
})

test('a clearance that the test signs by hand is accepted, so that the refusals above mean something', async () => {
  await using linked = await startLinked()
  const call = linked.server.makeCall(write)
  const claims = JSON.parse(Buffer.from(call.clearance.split('.')[1] ?? '', 'base64url').toString())
  const result = await sendAndWait(linked, { ...call, clearance: signClearance(claims, linked.server.keys.privateKey) })
  expect(result).toMatchObject({ status: 'completed' })
  expect(wasWritten(linked)).toBe(true)
})

describe('with a clock of its own that is off', () => {
  const HOUR = 60 * 60 * 1000

  test.each([HOUR, -HOUR])('by %s ms a runner works by the time of the server, and says so', async (off) => {
    await using linked = await startLinked(undefined, { clock: () => Date.now() + off })
    expect(await sendAndWait(linked, linked.server.makeCall(write))).toMatchObject({ status: 'completed' })
    expect(linked.logs).toContainEqual(expect.objectContaining({ level: 'warn', clock_off_seconds: off / 1000 }))
    expect(Math.abs(Date.parse(linked.server.hellos()[0]?.time as string) - Date.now() - off)).toBeLessThan(HOUR / 2)
  })

  test('an hour behind a clearance that has expired is still refused', async () => {
    await using linked = await startLinked(undefined, { clock: () => Date.now() - HOUR })
    const expired = { claims: { exp: Math.floor(Date.now() / 1000) - 1 } }
    const result = await sendAndWait(linked, linked.server.makeCall({ ...write, ...expired }))
    expect(result).toMatchObject({ error: expect.stringMatching(/has expired/) })
    expect(wasWritten(linked)).toBe(false)
  })
})
