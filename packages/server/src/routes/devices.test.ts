// Every answer of the sign-in of a device, over HTTP with a real store.
import { LIMITS } from '@countersign/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test-kit/src/folders/temporary-folder.ts'
import { EventReader } from '../../test/event-reader.ts'
import { startTestServer, type TestServer, tokenOf } from '../../test/test-server.ts'

const ASKING = { name: 'VS Code on workstation', kind: 'editor', folders: ['thing'] }

let server: TestServer
const local = () => server.running.local ?? expect.fail('not local')
const operator = () => local().token('operator')
const ask = async () => (await server.call('askForAccess', { body: ASKING })).json
const collect = (device_code: string) => server.call('collectAccess', { body: { device_code } })
const allow = (user_code: string, token = operator()) => server.call('allowDevice', { token, body: { user_code } })
const refuse = (user_code: string) => server.call('refuseDevice', { token: operator(), body: { user_code } })
const list = async (query = '') => (await server.call('listDevices', { token: operator(), query })).json.devices

async function signIn() {
  const { device_code, user_code } = await ask()
  await allow(user_code)
  return (await collect(device_code)).json
}

beforeEach(async () => {
  server = await startTestServer({ auth: undefined })
})
afterEach(async () => {
  vi.useRealTimers()
  await server[Symbol.asyncDispose]()
})

describe('the sign-in of a device', () => {
  test('gives two credentials once, after the person has allowed it', async () => {
    const asked = await server.call('askForAccess', { body: ASKING })
    expect(asked.json).toMatchObject({ success: true, interval_seconds: LIMITS.devicePollSeconds })
    const { device_code, user_code } = asked.json
    expect(Buffer.from(device_code, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(user_code).toMatch(/^[B-Z]{4}-\d{4}$/)
    const waiting = await collect(device_code)
    expect([waiting.status, waiting.json]).toMatchObject([202, { status: 'waiting' }])
    const [listed] = await list('?status=waiting')
    expect(listed).toMatchObject({ ...ASKING, user_code, address: '127.0.0.1' })
    expect(Object.keys(listed)).not.toContain('code_digest')
    expect((await allow(user_code.toLowerCase().replace('-', ' '))).json.device).toMatchObject({ status: 'allowed', answered_by: 'local' })
    const collected = await collect(device_code)
    expect(collected.status).toBe(200)
    expect(collected.json).toMatchObject({ status: 'signed_in', user_id: 'local', project_id: local().projectId })
    const again = await collect(device_code)
    expect([again.status, again.json.error_code]).toEqual([409, 'ALREADY_SETTLED'])
  })

  test('ends with a refusal that says so', async () => {
    const { device_code, user_code } = await ask()
    expect((await refuse(user_code)).json.device).toMatchObject({ status: 'refused' })
    const refused = await collect(device_code)
    expect([refused.status, refused.json.error]).toEqual([403, 'Approval denied: the person refused access'])
    const late = await allow(user_code)
    expect([late.status, late.json.error_code]).toEqual([409, 'ALREADY_SETTLED'])
  })

  test('ends when nobody answers in time', async () => {
    const { device_code, user_code } = await ask()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LIMITS.deviceRequestSeconds * 1000 })
    const late = await allow(user_code)
    expect([late.status, late.json.error_code]).toEqual([410, 'APPROVAL_TIMEOUT'])
    const expired = await collect(device_code)
    expect([expired.status, expired.json.error_code]).toEqual([410, 'APPROVAL_TIMEOUT'])
    await expect.poll(() => list('?status=expired')).toHaveLength(1)
  })

  test('refuses codes that nobody was given, and counts them as failed sign-ins', async () => {
    await using strict = await startTestServer({ auth: undefined, settings: { failed_sign_ins_per_minute: 3 } })
    const guess = (body: object) => strict.call('collectAccess', { body })
    const guesses = [await guess({ device_code: 'x' }), await guess({ device_code: 'y' }), await guess({ device_code: 'z' })]
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401])
    const limited = await guess({ device_code: 'x' })
    expect([limited.status, limited.json.error_code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await strict.call('askForAccess', { body: ASKING })).status).toBe(429)
  })

  test('lets only a few wait at once', async () => {
    for (let index = 0; index < LIMITS.maxWaitingDevices; index++) await ask()
    const more = await server.call('askForAccess', { body: ASKING })
    expect([more.status, more.json.error_code]).toEqual([429, 'TOO_MANY_PENDING'])
  })

  test.each([
    ['no code', { user_code: 'hello' }, 400],
    ['an unknown code', { user_code: 'WXZB-9999' }, 404],
  ])('answers nothing for %s', async (_, body, status) => {
    await ask()
    for (const route of ['allowDevice', 'refuseDevice'] as const)
      expect((await server.call(route, { token: operator(), body })).status).toBe(status)
    expect(await list('?status=waiting')).toHaveLength(1)
  })

  test('is confirmed by the operator of the whole account only', async () => {
    const { user_code } = await ask()
    for (const role of ['agent', 'runner', 'admin'] as const) expect((await allow(user_code, local().token(role))).status).toBe(403)
    const { operator: given, agent } = await signIn()
    const { json } = await server.call('runnerToken', { token: given.token, params: { p: local().projectId } })
    expect((await allow(user_code, agent.token)).status).toBe(403)
    const ofProject = await allow(user_code, json.token)
    expect([ofProject.status, ofProject.json.error]).toEqual([403, expect.stringContaining('a token for one project')])
    expect((await allow(user_code, given.token)).status).toBe(200)
  })

  test('goes on after a restart between asking, answering and collecting', async () => {
    using folder = temporaryFolder()
    const dataDir = folder.file('data')
    const restart = async () => {
      await server[Symbol.asyncDispose]()
      server = await startTestServer({ auth: undefined, dataDir })
    }
    await restart()
    const { device_code, user_code } = await ask()
    await restart()
    expect((await collect(device_code)).json).toMatchObject({ status: 'waiting' })
    expect((await allow(user_code)).status).toBe(200)
    await restart()
    const { operator: given } = (await collect(device_code)).json
    await restart()
    expect((await collect(device_code)).json.error_code).toBe('ALREADY_SETTLED')
    const renewed = await server.call('renew', { token: given.token })
    expect((await server.call('listProjects', { token: renewed.json.token })).status).toBe(200)
    await server[Symbol.asyncDispose]()
    server = await startTestServer({ auth: undefined })
  })

  test('is not offered where another issuer gives out tokens', async () => {
    await using configured = await startTestServer()
    expect((await configured.call('askForAccess', { body: ASKING })).status).toBe(404)
    expect((await configured.call('collectAccess', { body: { device_code: 'x' } })).status).toBe(404)
    expect((await configured.call('listDevices', { token: tokenOf(['operator']) })).json.devices).toEqual([])
  })
})

describe('the credentials of a device', () => {
  test('are an operator that approves and an agent that never does', async () => {
    const { operator: given, agent } = await signIn()
    const p = local().projectId
    expect((await server.call('listMyApprovals', { token: given.token })).status).toBe(200)
    expect((await server.call('hello', { token: given.token, params: { p }, body: {} })).status).toBe(403)
    expect((await server.call('listMyApprovals', { token: agent.token })).status).toBe(403)
    expect((await server.call('listDevices', { token: agent.token })).status).toBe(403)
    expect((await server.call('availableTools', { token: agent.token, params: { p } })).status).toBe(200)
  })

  test('give a token that also runs the calls of one project, and only to a device', async () => {
    const { operator: given } = await signIn()
    const other = await server.call('createProject', { token: given.token, body: { name: 'other', workspace_id: 'w-2' } })
    const p = other.json.project.id
    const { json } = await server.call('runnerToken', { token: given.token, params: { p } })
    expect(json).toMatchObject({ success: true, project_id: p })
    expect((await server.call('getRunnerRules', { token: json.token, params: { p } })).status).toBe(200)
    expect((await server.call('getRunnerRules', { token: json.token, params: { p: local().projectId } })).status).toBe(404)
    const page = await server.call('runnerToken', { token: operator(), params: { p } })
    expect([page.status, page.json.error]).toEqual([403, expect.stringContaining('only a device')])
  })

  test('end when the person ends them: tokens, successors, runner tokens and pages opened from there', async () => {
    const { device_id, operator: given, agent } = await signIn()
    const p = local().projectId
    const { json: successor } = await server.call('renew', { token: given.token })
    const { json: runner } = await server.call('runnerToken', { token: given.token, params: { p } })
    const { json: link } = await server.call('loginCode', { token: given.token })
    const { json: page } = await server.call('exchange', { body: { code: link.code } })
    const tokens = [given.token, agent.token, successor.token, runner.token, page.token]
    for (const token of tokens) expect((await server.call('getProject', { token, params: { p } })).status).toBe(200)
    expect((await server.call('endDevice', { token: operator(), params: { d: device_id } })).json.device).toMatchObject({ status: 'ended' })
    for (const token of tokens) {
      const refused = await server.call('getProject', { token, params: { p } })
      expect([refused.status, refused.json.error]).toEqual([401, expect.stringContaining('the access of this device has ended')])
    }
    expect((await server.call('renew', { token: given.token })).status).toBe(401)
    expect((await server.call('endDevice', { token: operator(), params: { d: device_id } })).status).toBe(409)
  })

  test('end their open streams too, and nobody else’s', async () => {
    const { device_id, operator: given } = await signIn()
    const project = local().projectId
    await using ofDevice = await EventReader.open(server, { project, token: given.token })
    await using ofPage = await EventReader.open(server, { project, token: operator() })
    await server.call('endDevice', { token: operator(), params: { d: device_id } })
    expect((await ofDevice.until(({ type }) => type === 'stream.ended')).data).toMatchObject({ reason: 'token_expired' })
    expect((await ofPage.until(({ type }) => type === 'device.ended')).data).toMatchObject({ device_id, by: 'local' })
    expect(ofPage.events.map(({ type }) => type)).not.toContain('stream.ended')
  })

  test('expire with a sentence, and are renewed before', async () => {
    const { operator: given } = await signIn()
    const life = Date.parse(given.expires_at) - Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + life - 60_000 })
    const { json } = await server.call('renew', { token: given.token })
    vi.setSystemTime(Date.now() + 120_000)
    const expired = await server.call('listProjects', { token: given.token })
    expect([expired.status, expired.json.error]).toEqual([401, 'Not signed in: the token has expired'])
    expect((await server.call('listProjects', { token: json.token })).status).toBe(200)
  })
})
