import { describe, expect, test } from 'vitest'
import { createChangeNotifier, foldPaths } from './watch-workspace.ts'

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('paths are folded', () => {
  test('not at all where they are few', () => {
    expect(foldPaths(['b', 'a/c', 'a/c'])).toEqual(['a/c', 'b'])
  })

  test('into their folders where they are many, further up until they are few', () => {
    const many = Array.from({ length: 30 }, (_, index) => `src/${index % 3}/deep/${index}.ts`)
    expect(foldPaths(many, 10)).toEqual(['src/0/deep', 'src/1/deep', 'src/2/deep'])
    expect(foldPaths(many, 2)).toEqual(['src'])
    expect(foldPaths(['a', 'b', 'c'], 2)).toEqual(['.'])
  })

  test('long ones sooner, so that a message stays within its limit', () => {
    const long = Array.from({ length: 30 }, (_, index) => `src/${index}/${'x'.repeat(3_000)}`)
    expect(foldPaths(long)).toEqual(Array.from({ length: 30 }, (_, index) => `src/${index}`).sort())
  })
})

describe('changes', () => {
  test('that come together are told together, once', async () => {
    const told: (readonly string[])[] = []
    using notifier = createChangeNotifier({ report: async (paths) => told.push(paths), logger, clock: () => performance.now() })
    for (const path of ['b', 'a', 'b']) notifier.add(path)
    await expect.poll(() => told, { timeout: 30_000 }).toEqual([['a', 'b']])
    notifier.add('c')
    await expect.poll(() => told, { timeout: 30_000 }).toEqual([['a', 'b'], ['c']])
  })

  test('that did not arrive are told again with what came meanwhile', async () => {
    const told: (readonly string[])[] = []
    const report = async (paths: readonly string[]) => {
      told.push(paths)
      if (told.length === 1) {
        notifier.add('later')
        throw new Error('nobody there')
      }
    }
    using notifier = createChangeNotifier({ report, logger, clock: () => performance.now() })
    notifier.add('first')
    await expect.poll(() => told, { timeout: 30_000 }).toEqual([['first'], ['first', 'later']])
  })
})
