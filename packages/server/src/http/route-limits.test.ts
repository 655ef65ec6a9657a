// Every route has a limit on requests and on bytes, and the server enforces them. New routes are tested automatically.
import { RATES, ROUTES, type Route, type RouteName, rateOf } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from '../../../test-kit/src/clients/http.ts'
import { goodBodies } from '../../test/good-bodies.ts'
import { startTestServer, type TestServer, tokenOf } from '../../test/test-server.ts'
import { makeWorld, type World } from '../../test/world.ts'

const routes = Object.entries(ROUTES) as [RouteName, Route][]

let server: TestServer
let world: World

beforeAll(async () => {
  server = await startTestServer({ settings: { calls_per_second: 1, call_burst: 1 } })
  world = await makeWorld(server, 'alice', { empty: true })
})
afterAll(() => server[Symbol.asyncDispose]())

/** A new token each time, so that one route's used-up limit does not affect the next. */
const tokenFor = ({ roles: [role = 'operator'] }: Route): string =>
  tokenOf([role], role === 'runner' || role === 'agent' ? { project: world.ids.p } : {})

describe.each(routes.filter(([, { roles }]) => roles.length > 0))('%s', (name, route) => {
  test('may be used so often and no more', async () => {
    const token = tokenFor(route)
    const atOnce = Math.ceil(RATES[rateOf(route)]) * 3
    const statuses = await Promise.all(Array.from({ length: atOnce }, () => statusOf(name, token)))
    expect(statuses).toContain(429)
  })
})

/** The status from the headers, because a stream has no end. */
async function statusOf(name: RouteName, token: string): Promise<number> {
  const { method, path } = ROUTES[name]
  const ids: Record<string, string> = world.ids
  const at = path.replace(/:(\w+)/g, (_, key: string) => ids[key] ?? key)
  const response = await open(server.port, { method, path: at, token, body: goodBodies(world)[name] })
  response.destroy()
  return response.statusCode ?? 0
}

test('what needs no token is counted by address', async () => {
  const replies = await Promise.all(Array.from({ length: 60 }, () => server.send({ path: '/health' })))
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  const refused = replies.find(({ status }) => status === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused?.json).toMatchObject({ success: false, error_code: 'RATE_LIMITED' })
})
