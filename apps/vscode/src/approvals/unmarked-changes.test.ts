import { expect, test } from 'vitest'
import { hasUnmarkedChanges } from './unmarked-changes.ts'

test.each([
  ['a line that leaves its block', '@@ -1,2 +1,2 @@\n if sure:\n-    remove()\n+remove()\n'],
  ['the same among other changes', '@@ -1,3 +1,3 @@\n-a\n-    remove()\n-b\n+c\n+remove()\n+d\n'],
  ['other line ends', '@@ -1 +1 @@\n-a\r\n+a\n'],
])('%s is a change that a diff does not mark', (_, diff) => {
  expect(hasUnmarkedChanges(diff)).toBe(true)
})

test.each([
  ['another text', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n'],
  ['a new file', '@@ -0,0 +1,2 @@\n+a\n+  a\n'],
  ['a line that comes back elsewhere', '@@ -1,3 +1,3 @@\n-a\n b\n+a\n'],
])('%s is marked', (_, diff) => {
  expect(hasUnmarkedChanges(diff)).toBe(false)
})
