import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, tokenOf } from '../../test/test-server.ts'
import { signHs256 } from './hs256.ts'

const soon = () => Math.floor(Date.now() / 1000) + 60
const claims = (more: object = {}) => ({ sub: 'alice', roles: ['operator'], jti: randomUUID(), exp: soon(), ...more })

describe('a server with a shared secret', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())
  const statusOf = async (token: string) => (await server.call('listProjects', { token })).status

  test('takes a good token, again and again', async () => {
    const token = tokenOf(['operator'])
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(token)).toBe(200)
  })

  test('refuses a token of another secret', async () => {
    expect(await statusOf(signHs256(claims(), Buffer.from('another secret that is long enough too')))).toBe(401)
  })

  test('a token that was good is refused once it has expired', async () => {
    const token = tokenOf(['operator'], { seconds: 1 })
    expect(await statusOf(token)).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await statusOf(token)).toBe(401)
  })

  test.each([
    ['an agent that is also an operator', { roles: ['agent', 'operator'] }],
    ['an agent with a role that nobody knows', { roles: ['agent', 'deity'] }],
    ['a runner without a project', { roles: ['runner'] }],
    ['no role', { roles: [] }],
    ['no role of ours', { roles: ['deity'] }],
    ['no user', { sub: '' }],
    ['no id', { jti: undefined }],
    ['no end', { exp: undefined }],
    ['not yet valid', { nbf: soon() }],
    ['an agent with the name of a person', { roles: ['agent'], agent: 'operator:alice' }],
    ['a project that is no id', { project: '../x' }],
  ])('refuses %s', async (_, wrong) => {
    expect(await statusOf(signHs256(claims(wrong), Buffer.from('a secret of thirty-two bytes or more, for tests')))).toBe(401)
  })

  test('a short secret is refused at the start', async () => {
    await expect(startTestServer({ auth: { secret: 'short' } })).rejects.toThrow('32 bytes')
  })
})

test('too many failed sign-ins from one address are told to wait, and a good token still passes', async () => {
  await using server = await startTestServer({ settings: { failed_sign_ins_per_minute: 20 } })
  const tries: number[] = []
  for (let i = 0; i < 21; i++) tries.push((await server.call('listProjects', { token: `wrong-${i}` })).status)
  expect(tries).toEqual([...Array(20).fill(401), 429])
  const refused = await server.call('exchange', { body: { code: 'guess' } })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await server.call('listProjects', { token: tokenOf(['operator']) })).status).toBe(200)
  expect((await server.call('listProjects')).status).toBe(401)
})

describe('a server with a key set', () => {
  const pairs = {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
  }
  let keys: JWK[] = []
  const provider = createServer((_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys })))
  let server: TestServer
  const sign = (alg: keyof typeof pairs, more: object = {}) =>
    new SignJWT(claims(more)).setProtectedHeader({ alg, kid: alg }).sign(pairs[alg].privateKey)
  const statusOf = async (token: string) => (await server.call('listProjects', { token })).status

  beforeAll(async () => {
    keys = await Promise.all(
      Object.entries(pairs).map(async ([alg, { publicKey }]) => ({ ...(await exportJWK(publicKey)), alg, kid: alg })),
    )
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const jwksUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`
    server = await startTestServer({ auth: { jwksUrl, issuer: 'https://issuer.example', audience: 'countersign' } })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    provider.close()
  })
  const meant = { iss: 'https://issuer.example', aud: 'countersign' }

  test.each(['RS256', 'ES256', 'EdDSA'] as const)('takes %s', async (alg) => expect(await statusOf(await sign(alg, meant))).toBe(200))

  test('refuses a token that is signed with the public key as a secret', async () => {
    const pem = pairs.RS256.publicKey.export({ type: 'spki', format: 'pem' })
    expect(await statusOf(signHs256({ ...claims(), ...meant }, Buffer.from(pem)))).toBe(401)
  })

  test('refuses another issuer, another audience, an expired token and a foreign key', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey
    expect(await statusOf(await sign('ES256', { ...meant, iss: 'https://evil.example' }))).toBe(401)
    expect(await statusOf(await sign('ES256', { ...meant, aud: 'another' }))).toBe(401)
    expect(await statusOf(await sign('ES256', { ...meant, exp: soon() - 120 }))).toBe(401)
    expect(await statusOf(await new SignJWT(claims(meant)).setProtectedHeader({ alg: 'EdDSA', kid: 'EdDSA' }).sign(stranger))).toBe(401)
  })

  test('an agent of the provider stands alone too', async () => {
    expect(await statusOf(await sign('RS256', { ...meant, roles: ['agent', 'operator'] }))).toBe(401)
  })

  test('a key set that cannot be fetched is a defect, not a wrong token', async () => {
    await using alone = await startTestServer({ auth: { jwksUrl: 'http://127.0.0.1:1/keys' } })
    const reply = await alone.call('listProjects', { token: await sign('RS256', meant) })
    expect(reply.json).toMatchObject({ success: false, error: 'Internal error', error_code: 'INTERNAL', details: {} })
  })
})
