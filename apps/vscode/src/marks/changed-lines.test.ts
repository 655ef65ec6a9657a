import { describe, expect, test } from 'vitest'
import { addedLines, moveRanges, showsChange } from './changed-lines.ts'

describe('the lines that a diff has written', () => {
  test.each([
    ['an added line', '@@ -1,2 +1,3 @@\n a\n+b\n c\n', [{ start: 1, end: 2 }]],
    [
      'two places of one hunk',
      '@@ -1,3 +1,5 @@\n+x\n a\n b\n+y\n+z\n c\n',
      [
        { start: 0, end: 1 },
        { start: 3, end: 5 },
      ],
    ],
    [
      'two hunks',
      '@@ -1,1 +1,2 @@\n a\n+b\n@@ -10,1 +11,2 @@\n k\n+l\n',
      [
        { start: 1, end: 2 },
        { start: 11, end: 12 },
      ],
    ],
    ['a replaced line', '@@ -5,1 +5,1 @@\n-old\n+new\n', [{ start: 4, end: 5 }]],
    ['a deletion, at the line that follows', '@@ -1,3 +1,2 @@\n a\n-b\n c\n', [{ start: 1, end: 2 }]],
    ['a new file', '@@ -0,0 +1,2 @@\n+a\n+b\n', [{ start: 0, end: 2 }]],
    ['a header, which is no change', '--- a/x\n+++ b/x\n@@ -2,1 +2,1 @@\n-old\n+new\n', [{ start: 1, end: 2 }]],
    ['nothing', '', []],
  ])('%s', (_, diff, expected) => {
    expect(addedLines(diff)).toEqual(expected)
  })
})

describe('an edit of the person', () => {
  const ranges = [
    { start: 2, end: 4 },
    { start: 10, end: 12 },
  ]

  test('above moves the ranges', () => {
    expect(moveRanges(ranges, { start: 0, end: 1, lines: 3 })).toEqual([
      { start: 4, end: 6 },
      { start: 12, end: 14 },
    ])
  })

  test('below leaves them', () => {
    expect(moveRanges(ranges, { start: 20, end: 21, lines: 5 })).toEqual(ranges)
  })

  test('inside takes the range away, and moves those below', () => {
    expect(moveRanges(ranges, { start: 3, end: 4, lines: 2 })).toEqual([{ start: 11, end: 13 }])
  })
})

test('a text shows a change when each hunk stands where it belongs', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n@@ -5,2 +6,1 @@\n five\n-six\n'
  const after = ['one', '2', '2.5', 'three', 'four', 'five', 'seven']
  expect(showsChange(after.join('\n'), diff)).toBe(true)
  expect(showsChange(after.join('\r\n'), diff)).toBe(true)
  expect(showsChange('one\ntwo\nthree\n', diff)).toBe(false)
})
