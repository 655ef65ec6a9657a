import type { Role } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { openKeys } from '../keys/index.ts'
import { createToken } from './authority.ts'
import { renewToken } from './renew-token.ts'

let server: TestServer
let secret: Uint8Array
const DAY = 24 * 3600

beforeAll(async () => {
  server = await startTestServer({ auth: undefined, settings: { calls_per_second: 1, call_burst: 5 } } as never)
  secret = (await openKeys({ folder: `${server.dataDir}/keys` })).tokenSecret
})
afterAll(() => server[Symbol.asyncDispose]())

const local = () => server.running.local ?? expect.fail('not local')
const renew = (token: string) => server.call('renew', { token })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const seconds = () => Math.floor(Date.now() / 1000)

test.each<Role>(['operator', 'agent', 'runner', 'admin'])(
  'a token of the role %s gets a successor of that role and no other',
  async (role) => {
    const given = local().token(role)
    const { status, json } = await renew(given)
    expect(status).toBe(200)
    const { jti, exp, iat: _, first, ...rest } = claimsOf(json.token)
    const { jti: givenId, exp: givenEnd, iat: __, ...givenRest } = claimsOf(given)
    expect(rest).toEqual(givenRest)
    expect(jti).not.toBe(givenId)
    expect(first).toBe(givenId)
    expect(exp).toBeGreaterThanOrEqual(givenEnd)
    expect(json.expires_at).toBe(new Date(exp * 1000).toISOString())
    expect((await renew(json.token)).status).toBe(200)
  },
)

test('what has ended, is of another secret or is no token gets no successor', async () => {
  const ended = createToken({ sub: 'local', roles: ['operator'], seconds: -1, renewableSeconds: DAY }, secret)
  const foreign = createToken({ sub: 'local', roles: ['operator'], seconds: 60 }, Buffer.alloc(32, 1))
  for (const token of [ended, foreign, 'nonsense', '']) expect((await renew(token)).status).toBe(401)
})

test('successors end at the latest when the first token said, and a token without such an end is not made longer', () => {
  const start = Date.now()
  const at = (days: number) => start + days * DAY * 1000
  let token = createToken({ sub: 'local', roles: ['operator'], seconds: 2 * DAY, renewableSeconds: 5 * DAY }, secret, start)
  for (const day of [1, 2, 3, 4]) token = renewToken(token, secret, at(day)).token
  expect(claimsOf(token).exp).toBe(Math.floor(start / 1000) + 5 * DAY)
  expect(() => renewToken(token, secret, at(5))).toThrow('expired')
  const fixed = createToken({ sub: 'local', roles: ['agent'], seconds: 60 }, secret)
  expect(claimsOf(renewToken(fixed, secret, Date.now() + 30_000).token).exp).toBe(claimsOf(fixed).exp)
})

test('other claims do not pass to the successor', () => {
  const more = { more: 'x', nbf: seconds() - 10 }
  const token = createToken({ sub: 'local', roles: ['operator'], seconds: 60, ...more } as never, secret)
  expect(Object.keys(claimsOf(renewToken(token, secret, Date.now()).token)).sort()).toEqual(
    ['exp', 'first', 'iat', 'jti', 'roles', 'sub', 'until'].sort(),
  )
})

test('a line of successors has one allowance of calls', async () => {
  let token = local().token('agent')
  const statuses: number[] = []
  for (let i = 0; i < 8; i++) {
    const { status, json } = await renew(token)
    statuses.push(status)
    token = json.token ?? token
  }
  expect(statuses.at(0)).toBe(200)
  expect(statuses.at(-1)).toBe(429)
})
