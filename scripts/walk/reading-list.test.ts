import { expect, test } from 'vitest'
import { formatReadingList, replaceBetweenMarkers } from './reading-list.ts'

const walk = { title: 'a call', most: 3, call: async () => ({ status: 'completed' }) }

test('files stand in their folders, in the order in which a call reaches the packages', () => {
  const files = [
    'packages/runner/src/link/link.ts',
    'packages/core/src/engine.ts',
    'packages/server/src/http/b.ts',
    'packages/server/src/http/a.ts',
  ]
  expect(formatReadingList('read_file', walk, files).split('\n')).toEqual([
    'The 4 files in 3 folders that a call enters (`npm run walk -- read_file`; at most 3):',
    '',
    '| folder | files |',
    '|---|---|',
    '| `server/http` | `a.ts`, `b.ts` |',
    '| `core` | `engine.ts` |',
    '| `runner/link` | `link.ts` |',
  ])
})

test('only what stands between the markers of a walk is replaced', () => {
  const page = 'before\n<!-- walk a -->\nold\n<!-- end of walk a -->\nafter\n'
  const replaced = replaceBetweenMarkers(page, 'a', 'new')
  expect(replaced).toBe('before\n<!-- walk a -->\nnew\n<!-- end of walk a -->\nafter\n')
  expect(replaceBetweenMarkers(replaced, 'a', 'new')).toBe(replaced)
})

test('a page without markers is refused', () => {
  expect(() => replaceBetweenMarkers('no markers', 'a', 'new')).toThrow('no markers for a')
})
