import type { Preview, ShownHunk } from '@countersign/protocol'
import { previewDigest, shownHunks } from '@countersign/protocol'
import { expect, test } from 'vitest'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { choicesOf, countKept, dropAll, keptOf, stateOf, toggleHunk, toggleLine } from './part-choice.ts'

const DIFF = '--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -9,1 +9,1 @@\n-c\n+C\n'
const preview: Extract<Preview, { kind: 'diff' }> = {
  kind: 'diff',
  files: [
    { path: 'a.md', change: 'modify', diff: DIFF, size_before: 1, size_after: 1 },
    { path: 'b.md', change: 'delete', diff: '--- a/b.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n', size_before: 2, size_after: null },
  ],
}
const hunks = shownHunks(preview)
const [first, second, gone] = hunks as [ShownHunk, ShownHunk, ShownHunk]
const NONE: ReadonlySet<string> = new Set()

test('all is kept until something is dropped', () => {
  expect(hunks.map((hunk) => stateOf(NONE, hunk))).toEqual(['whole', 'whole', 'whole'])
  expect(keptOf(preview, NONE, {})).toEqual({ preview_digest: previewDigest(preview), hunks: [1, 2, 3], lines: {}, comments: {} })
})

test('a line, a hunk and a whole file are dropped and kept again', () => {
  const dropped = toggleHunk(toggleLine(NONE, first, 3), gone)
  expect([first, second, gone].map((hunk) => stateOf(dropped, hunk))).toEqual(['part', 'whole', 'none'])
  expect(countKept(dropped, hunks)).toBe(2)
  expect(keptOf(preview, dropped, { 1: 'why', 2: ' ' })).toMatchObject({ hunks: [2], lines: { 1: [2] }, comments: { 1: 'why' } })
  expect(stateOf(toggleHunk(dropped, first), first)).toBe('whole')
  expect(stateOf(toggleLine(dropped, first, 3), first)).toBe('whole')
  expect(keptOf(preview, dropAll(hunks), {})).toMatchObject({ hunks: [], lines: {} })
})

test('a change of one line, and what is no file change, is answered as a whole', () => {
  const waiting = { tool_name: 'write_file', is_abridged: false, preview } as unknown as Waiting
  const one = { ...preview, files: [{ ...preview.files[0], diff: '--- a/a\n+++ b/a\n@@ -1,0 +1,1 @@\n+a\n' }] }
  expect(choicesOf(waiting)).toHaveLength(3)
  expect(choicesOf({ ...waiting, preview: one } as Waiting)).toEqual([])
  expect(choicesOf({ ...waiting, tool_name: 'move_file' })).toEqual([])
  expect(choicesOf({ ...waiting, is_abridged: true })).toEqual([])
})
