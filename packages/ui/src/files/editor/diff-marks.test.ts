import { expect, test } from 'vitest'
import { marksBetween, readDiffMarks } from './diff-marks.ts'

const DIFF = `diff --git a/x.ts b/x.ts
--- a/x.ts
+++ b/x.ts
@@ -1,4 +1,5 @@
 one
-two
+zwei
+drei
 four
 five
@@ -10,3 +11,2 @@ somewhere
 ten
-eleven
 twelve
\\ No newline at end of file
`

test('new lines are found where they stand afterwards, and where something was taken away', () => {
  expect([...readDiffMarks(DIFF)]).toEqual([
    [2, 'added'],
    [3, 'added'],
    [12, 'removed'],
  ])
})

test('a line that looks like a header is content inside a hunk', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n same\n'
  expect([...readDiffMarks(diff)]).toEqual([[1, 'added']])
})

test('a new file is new in every line', () => {
  expect([...readDiffMarks('--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n').keys()]).toEqual([1, 2])
})

test('two texts are compared by lines', () => {
  expect([...marksBetween('a\nb\nc\n', 'a\nB\nc\nd\n')]).toEqual([
    [2, 'added'],
    [4, 'added'],
  ])
  expect([...marksBetween('a\nb\nc\n', 'a\nc\n')]).toEqual([[2, 'removed']])
  expect(marksBetween('same\n', 'same\n').size).toBe(0)
})
