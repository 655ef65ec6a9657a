import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { clockState, describeClock } from './doctor-clock.ts'

test('a clock that is off by more than half a minute is told, with the way to put it right', () => {
  expect(describeClock(30)).toMatchObject({ ok: true })
  expect(describeClock(95)).toEqual({
    name: 'clock',
    ok: false,
    text: "95 s ahead of the server's: set it; until then the runner works by the server's time",
  })
  expect(describeClock(-3600).text).toContain('3600 s behind')
})

test('the time is asked of the server; one that is away is told of elsewhere', async () => {
  const server = createServer((_, reply) => reply.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await clockState(url)).toMatchObject([{ ok: true }])
  expect(await clockState(url, () => Date.now() + 600_000)).toMatchObject([{ ok: false }])
  await new Promise((resolve) => server.close(resolve))
  expect(await clockState(url)).toEqual([])
  expect(await clockState(undefined)).toEqual([])
})
