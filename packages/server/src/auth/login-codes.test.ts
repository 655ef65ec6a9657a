import { expect, test } from 'vitest'
import { CODE_SECONDS, createLoginCodes } from './login-codes.ts'

let now = 0
const codes = createLoginCodes({ now: () => now })

test('a code is good once, and others are not', () => {
  const [one, other] = [codes.make(), codes.make()]
  const used = [codes.use('guess'), codes.use(one), codes.use(one), codes.use(other)]
  expect(used.map((code) => code !== undefined)).toEqual([false, true, false, true])
})

test('a code is good for sixty seconds', () => {
  const [early, late] = [codes.make(), codes.make()]
  now += 59_999
  expect(codes.use(early)).toBeDefined()
  now += 1
  expect([codes.use(late), CODE_SECONDS]).toEqual([undefined, 60])
})
