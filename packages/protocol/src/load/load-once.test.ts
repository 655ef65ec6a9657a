import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('is loaded once, however many ask at the same time', async () => {
  let times = 0
  const load = loadOnce(async () => ++times)
  expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1])
  expect(await load()).toBe(1)
})

test('a failure is told to all who wait, and the next one tries again', async () => {
  let times = 0
  const load = loadOnce(async () => {
    times += 1
    if (times < 3) throw new Error(`failed ${times}`)
    return 'loaded'
  })
  expect((await Promise.allSettled([load(), load()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(load()).rejects.toThrow('failed 2')
  expect(await load()).toBe('loaded')
  expect(times).toBe(3)
})
