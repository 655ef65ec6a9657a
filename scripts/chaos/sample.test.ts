import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const load = async (chaos: string) => {
  vi.stubEnv('CHAOS', chaos)
  vi.resetModules()
  return import('./sample.ts')
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

const POINTS = ['a:before', 'a:after', 'b:before', 'b:after', 'c:before', 'c:after']
const kindOf = (point: string) => point.slice(0, 1)

test('an ordinary run has a part, always the same', async () => {
  const { sampleOf, oneOfEachKind, timesOf } = await load('')
  expect(sampleOf(POINTS, 4)).toEqual(['a:before', 'c:before'])
  expect(oneOfEachKind(POINTS, kindOf)).toEqual(['a:before', 'b:after', 'c:before'])
  expect(timesOf(300, 100)).toBe(100)
})

test('chaos has all of it', async () => {
  const { sampleOf, oneOfEachKind, timesOf } = await load('true')
  expect(sampleOf(POINTS, 4)).toEqual(POINTS)
  expect(oneOfEachKind(POINTS, kindOf)).toEqual(POINTS)
  expect(timesOf(300, 100)).toBe(300)
})
