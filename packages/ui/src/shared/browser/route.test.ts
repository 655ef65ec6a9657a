import { expect, test } from 'vitest'
import { hrefOf, parseRoute } from './route.ts'

test.each([
  ['', 'chat', ''],
  ['#/', 'chat', ''],
  ['#/approvals', 'approvals', ''],
  ['#/chat/abc', 'chat', 'abc'],
  ['#/files/src/a%20b.ts', 'files', 'src/a b.ts'],
  ['#/files/%E0%A4%A', 'files', '%E0%A4%A'],
  ['#code=xyz', 'chat', ''],
])('%s leads to %s', (hash, view, rest) => {
  expect(parseRoute(hash)).toEqual({ view, rest })
})

test('an address leads back to where it was made', () => {
  for (const rest of ['', 'a', 'src/ü #?%.md', '日本/х']) expect(parseRoute(hrefOf('files', rest))).toEqual({ view: 'files', rest })
})
