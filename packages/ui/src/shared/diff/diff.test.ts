import { describe, expect, test } from 'vitest'
import { pairRows } from './pair-rows.ts'
import { countChanges, parseDiff } from './parse-diff.ts'

const DIFF =
  '--- a/x.sql\n+++ b/x.sql\n@@ -3,4 +3,3 @@ select\n one\n--- not a header\n-two\n+++ not a header either\n three\n\\ No newline at end of file\n'

describe('a diff', () => {
  test('is read into rows with the line numbers of both sides', () => {
    const rows = parseDiff(DIFF)
    expect(rows.map(({ kind, before, after, text }) => [kind, before, after, text])).toEqual([
      ['hunk', null, null, '@@ -3,4 +3,3 @@ select'],
      ['context', 3, 3, 'one'],
      ['removed', 4, null, '-- not a header'],
      ['removed', 5, null, 'two'],
      ['added', null, 4, '++ not a header either'],
      ['context', 6, 5, 'three'],
      ['note', null, null, 'No newline at end of file'],
    ])
    expect(countChanges(rows)).toEqual({ added: 1, removed: 2 })
  })

  test('of several files names each', () => {
    const diff =
      'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/y b/y\ndeleted file mode 100644\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n'
    expect(parseDiff(diff).map(({ kind, text }) => [kind, text])).toEqual([
      ['file', 'x'],
      ['hunk', '@@ -1 +1 @@'],
      ['removed', 'a'],
      ['added', 'b'],
      ['file', 'y'],
      ['hunk', '@@ -1 +0,0 @@'],
      ['removed', 'c'],
    ])
  })

  test('of a file that only moves says so in words', () => {
    expect(parseDiff('--- a/x\n+++ b/y\nThe content stays the same.\n')).toEqual([
      { kind: 'note', before: null, after: null, text: 'The content stays the same.' },
    ])
  })

  test('has one line where the head names no count', () => {
    expect(parseDiff('@@ -1 +1 @@\n-a\n+A\n').map(({ kind }) => kind)).toEqual(['hunk', 'removed', 'added'])
  })

  test('keeps every line of a preview that was cut', () => {
    const rows = parseDiff('@@ -1,0 +1,900 @@\n+a\n[Only the first 2 characters are shown.]\n')
    expect(rows.map(({ kind }) => kind)).toEqual(['hunk', 'added', 'note'])
  })

  test('stands side by side with what replaces what', () => {
    expect(pairRows(parseDiff(DIFF))).toEqual([
      { left: 0, right: 0 },
      { left: 1, right: 1 },
      { left: 2, right: 4 },
      { left: 3, right: null },
      { left: 5, right: 5 },
      { left: 6, right: 6 },
    ])
  })
})
