import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cut, playAnswers, refuse } from '../../../test-kit/src/servers/playing-server.ts'
import { keepToken } from './keep-token.ts'
import { tokenTimes } from './token-times.ts'

const now = () => Date.now() / 1000
const tokenFrom = (iat: number, exp: number, name = 'Ада') =>
  `h.${Buffer.from(JSON.stringify({ sub: name, iat, exp })).toString('base64url')}.s`
const renewed = (token: string) => ({ success: true, token, expires_at: new Date().toISOString() })

test('after half of its time a token is followed by its successor, and that one by the next', async () => {
  const old = tokenFrom(now() - 1, now() + 0.9)
  const next = [tokenFrom(now(), now() + 2, 'second'), tokenFrom(now(), now() + 3600, 'third')]
  await using server = await playAnswers(next.map(renewed))
  const seen: string[] = []
  const kept = keepToken({ url: server.url, token: old, onRenewed: (token) => seen.push(token) })
  expect(kept.current()).toBe(old)
  await expect.poll(() => kept.current()).toBe(next[1])
  kept.stop()
  expect(seen).toEqual(next)
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /auth/renew', 'POST /auth/renew'])
})

test('a server that does not answer is asked again', async () => {
  const next = tokenFrom(now(), now() + 3600)
  await using server = await playAnswers([cut, refuse(503, 'INTERNAL'), renewed(next)])
  const kept = keepToken({ url: server.url, token: tokenFrom(now() - 2, now() + 1) })
  await expect.poll(() => kept.current()).toBe(next)
  kept.stop()
})

test.each([
  ['is refused for good', refuse(404, 'NOT_FOUND')],
  ['gives a successor that ends no later', renewed(tokenFrom(now() - 2, now() + 1))],
])('a token whose renewal %s is left to its end', async (_, answer) => {
  await using server = await playAnswers([answer])
  const token = tokenFrom(now() - 2, now() + 1.5)
  const kept = keepToken({ url: server.url, token })
  await expect.poll(() => server.requests.length).toBe(1)
  await pause(500)
  expect(server.requests).toHaveLength(1)
  expect(kept.current()).toBe(token)
  kept.stop()
})

test.each(['', 'no token', 'a.b.c', `x.${Buffer.from('null').toString('base64url')}.y`])('%j says nothing of its times', (token) => {
  expect(tokenTimes(token)).toBeUndefined()
})
