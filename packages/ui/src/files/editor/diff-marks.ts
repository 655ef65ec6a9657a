// Which lines of a file are new: read from a unified diff, or found by comparing two texts.
import { Chunk } from '@codemirror/merge'
import { Text } from '@codemirror/state'
import type { LineMarks } from './changed-lines.ts'

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** The line numbers of the new lines, for a diff of one file. */
export function readDiffMarks(diff: string): LineMarks {
  const marks = new Map<number, 'added' | 'removed'>()
  let left = { old: 0, new: 0 }
  let line = 0
  for (const text of diff.split('\n')) {
    const hunk = HUNK.exec(text)
    // Until the hunk is complete, a line that looks like a header is content.
    if (left.old <= 0 && left.new <= 0) {
      if (!hunk) continue
      left = { old: Number(hunk[1] ?? 1), new: Number(hunk[3] ?? 1) }
      line = Number(hunk[2]) + (left.new === 0 ? 1 : 0)
    } else if (text.startsWith('+')) {
      marks.set(line++, 'added')
      left.new--
    } else if (text.startsWith('-')) {
      if (!marks.has(line)) marks.set(line, 'removed')
      left.old--
    } else if (!text.startsWith('\\')) {
      line++
      left = { old: left.old - 1, new: left.new - 1 }
    }
  }
  return marks
}

export function marksBetween(before: string, after: string): LineMarks {
  const [a, b] = [Text.of(before.split('\n')), Text.of(after.split('\n'))]
  const marks = new Map<number, 'added' | 'removed'>()
  for (const { fromB, endB, toB } of Chunk.build(a, b)) {
    if (fromB === toB) marks.set(b.lineAt(Math.min(fromB, b.length)).number, 'removed')
    else for (let line = b.lineAt(fromB).number; line <= b.lineAt(endB).number; line++) marks.set(line, 'added')
  }
  return marks
}
