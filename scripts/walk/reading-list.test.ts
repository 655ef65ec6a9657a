import { expect, test } from 'vitest'
import { createReadingList, formatReadingList, replaceBetweenMarkers } from './reading-list.ts'

const walk = { title: 'a call', most: 3, call: async () => ({ status: 'completed' }) }

const entered = (file: string, ...names: string[]) => names.map((name, index) => ({ file: `packages/${file}`, name, at: index + 1 }))

test('every file stands in its folder, in the order in which a call reaches the packages; ports stand below', () => {
  const list = createReadingList([
    ...entered('runner/src/link/link.ts', 'open', ''),
    ...entered('core/src/engine.ts', 'request', 'settle'),
    ...entered('server/src/http/b.ts', 'one'),
    ...entered('server/src/http/a.ts', 'one', 'two', 'three'),
    ...entered('server/src/ports.ts', 'now', 'next'),
    ...entered('core/src/feed.ts', ''),
  ])
  expect(formatReadingList('read_file', walk, list).split('\n')).toEqual([
    'The 5 files in 3 folders that a call enters (`npm run walk -- read_file`; at most 3):',
    '',
    '| folder | files |',
    '|---|---|',
    '| `server/http` | `a.ts`, `b.ts` |',
    '| `core` | `engine.ts`, `feed.ts` |',
    '| `runner/link` | `link.ts` |',
    '',
    'Ports, which only give it a value: `server/src/ports.ts`.',
  ])
})

test('a file counts as a port only if nothing else is entered in it', () => {
  const { read, ports } = createReadingList(entered('server/src/ports.ts', 'now', 'openPorts'))
  expect({ read, ports }).toEqual({ read: ['packages/server/src/ports.ts'], ports: [] })
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
