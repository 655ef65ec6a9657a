// Bad input for every route, generated from the table of routes. New routes are tested automatically.
import { randomUUID } from 'node:crypto'
import { ERROR_CODES, errorView, LIMITS, ROLES, ROUTES, type Role, type Route, type RouteName } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { type Answer, open } from '../../../test-kit/src/clients/http.ts'
import { goodBodies } from '../../test/good-bodies.ts'
import { SECRET, tokenOf } from '../../test/test-server.ts'
import { makeWorld, shareWorld } from '../../test/world.ts'
import { signHs256 } from '../auth/hs256.ts'

const routes = Object.entries(ROUTES) as [RouteName, Route][]
const closed = routes.filter(([, route]) => route.roles.length > 0)
const withBody = routes.filter(([, route]) => route.body)
const OF_RUNNERS: readonly RouteName[] = ['hello', 'heartbeat', 'postResult']
const withParams = routes.filter(([, route]) => route.params)

const { server, world } = await shareWorld('alice')

/** A token that may call the route, for a project of its own. */
const goodToken = (route: Route): string => {
  const [role = 'operator'] = route.roles
  return role === 'runner' ? world.tokens.runner : tokenOf([role])
}

const expectRefusal = (answer: Answer, status: number): void => {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status })
  const view = errorView.parse(answer.json)
  expect(Object.keys(ERROR_CODES)).toContain(view.error_code)
  expect(answer.headers['x-request-id']).toBe(view.request_id)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
}

describe.each(closed)('%s', (name, route) => {
  const refused = (token: string | undefined) => server.call(name, { token, params: world.ids, body: goodBodies(world)[name] })

  test('needs a token', async () => expectRefusal(await refused(undefined), 401))
  test('refuses garbage for a token', async () => expectRefusal(await refused('garbage'), 401))
  test('refuses an expired token', async () => expectRefusal(await refused(tokenOf(['operator'], { seconds: -1 })), 401))
  test('refuses an unsigned token', async () => {
    const claims = signHs256(
      { sub: 'alice', roles: route.roles.slice(0, 1), project: world.ids.p, jti: 'x', exp: Date.now() },
      Buffer.from(SECRET),
    ).split('.')[1]
    const header = Buffer.from('{"alg":"none"}').toString('base64url')
    expectRefusal(await refused(`${header}.${claims}.`), 401)
  })
  test.each(ROLES.filter((role) => !route.roles.includes(role)))('refuses the role %s', async (role: Role) => {
    expectRefusal(await refused(tokenOf([role], { project: world.ids.p })), 403)
  })
  test('refuses an unknown query', async () => {
    expectRefusal(
      await server.call(name, { token: goodToken(route), params: world.ids, body: goodBodies(world)[name], query: '?surprise=1' }),
      400,
    )
  })
})

describe.each(routes)('%s', (name, route) => {
  const from = (headers: Record<string, string>) =>
    server.call(name, { token: goodToken(route), params: world.ids, body: goodBodies(world)[name], headers })

  test.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://localhost'])('refuses the origin %s', async (origin) => {
    expectRefusal(await from({ origin }), 403)
  })
  test.each(['evil.example', '127.0.0.1', 'localhost:1', `127.0.0.1.evil.example`])('refuses the host %s', async (host) => {
    expectRefusal(await from({ host }), 421)
  })
})

describe.each(withParams)('%s', (name, route) => {
  test('refuses what is no id', async () => {
    const garbage = Object.fromEntries(Object.keys(world.ids).map((key) => [key, 'not-an-id']))
    expectRefusal(await server.call(name, { token: goodToken(route), params: garbage, body: goodBodies(world)[name] }), 400)
  })

  test("another user's ids do not exist", async () => {
    const [role = 'operator'] = route.roles
    const mallory = await makeWorld(server, 'mallory', { empty: true })
    const token = role === 'runner' ? mallory.tokens.runner : tokenOf([role], { sub: 'mallory' })
    const body = goodBodies(world)[name]
    const never = Object.fromEntries(Object.keys(world.ids).map((key) => [key, key === 'sha256' ? '0'.repeat(64) : randomUUID()]))
    const foreign = await server.call(name, { token, params: world.ids, body })
    const unknown = await server.call(name, { token, params: never, body })
    expectRefusal(foreign, 404)
    expect({ ...foreign.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' })
    if (Object.keys(route.params?.shape ?? {}).length === 1) return
    expectRefusal(await server.call(name, { token, params: { ...world.ids, p: mallory.ids.p }, body }), 404)
  })
})

describe.each(withBody)('%s', (name, route) => {
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    server.call(name, { token: goodToken(route), params: world.ids, body, headers })
  const good = () => goodBodies(world)[name] as Record<string, unknown>

  test.each(['{', 'nonsense', '{"a":1}}'])('refuses malformed JSON: %s', async (text) => expectRefusal(await put(text), 400))
  test.each([[[]], [null], ['text'], [12]])('refuses %j for an object', async (body) => expectRefusal(await put(JSON.stringify(body)), 400))
  if (OF_RUNNERS.includes(name))
    test('ignores unknown fields, which a newer runner may send', async () =>
      expect((await put({ ...good(), surprise: true })).json.error_code).not.toBe('INVALID_ARGUMENTS'))
  else test('refuses unknown fields', async () => expectRefusal(await put({ ...good(), surprise: true }), 400))
  test('refuses an attempt on the prototype', async () => expectRefusal(await put(`{"__proto__":{"admin":true}}`), 400))
  test('refuses other content types', async () => {
    for (const type of ['application/xml', 'multipart/form-data', 'text/plainer', ...(route.plain ? [] : ['text/plain'])])
      expectRefusal(await put(JSON.stringify(good()), { 'content-type': type }), 415)
  })
  test('names the field of a wrong type', async () => {
    for (const [field, value] of Object.entries(good())) {
      const wrong = typeof value === 'object' && !Array.isArray(value) ? 12 : { wrong: [] }
      const answer = await put({ ...good(), [field]: wrong })
      expectRefusal(answer, 400)
      expect(JSON.stringify(answer.json.details)).toContain(field)
    }
  })
  test.each([
    ['nested 20,000 deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['of a number that is infinite', '{"a":1e400}'],
  ])('refuses a value %s, wherever it stands', async (_, value) => {
    for (const field of Object.keys(good())) {
      const body = JSON.stringify({ ...good(), [field]: '\0' }).replace(JSON.stringify('\0'), () => value)
      expectRefusal(await put(body), 400)
    }
  })
  test('refuses 80,000 keys by their number, wherever they stand', async () => {
    const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [index, 0]))
    for (const field of Object.keys(good())) {
      const text = JSON.stringify({ ...good(), [field]: many })
      if (text.length > (route.maxBytes ?? LIMITS.maxMessageBytes)) continue
      const answer = await put(text)
      expectRefusal(answer, 400)
      expect(answer.json.error).toMatch(/^Invalid arguments: body: it has more than [\d,]+ keys and elements$/)
    }
  })
  test('refuses a body over its limit', async () => {
    expectRefusal(await put(JSON.stringify({ fill: 'x'.repeat(route.maxBytes ?? LIMITS.maxMessageBytes) })), 413)
  })
})

describe.each(withBody.filter(([, { body }]) => !body?.safeParse(undefined).success))('%s', (name, route) => {
  test('refuses to go without a body', async () =>
    expectRefusal(await server.call(name, { token: goodToken(route), params: world.ids, body: '' }), 400))
})

test('a body of octets over its limit is refused before it is sent', async () => {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(LIMITS.maxBodyBytes + 1) }
  const path = `/my/projects/${world.ids.p}/bodies`
  const response = await open(server.port, { method: 'PUT', path, token: tokenOf(['operator']), headers, body: 'the beginning' })
  expect(response.statusCode).toBe(413)
  response.destroy()
})

test('octets are octets, not JSON', async () => {
  const reply = await server.call('putBody', { token: tokenOf(['operator']), params: world.ids, body: {} })
  expectRefusal(reply, 415)
})

test('an unknown route and an unknown method are not found', async () => {
  expectRefusal(await server.send({ path: '/my/nothing', token: tokenOf(['operator']) }), 404)
  expectRefusal(await server.send({ path: '/my/projects', method: 'DELETE', token: tokenOf(['operator']) }), 404)
  expectRefusal(await server.send({ path: '/%zz' }), 400)
})
