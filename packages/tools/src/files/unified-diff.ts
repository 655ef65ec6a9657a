// A unified diff of two texts. What both begin and end with is set aside first, and where the rest is too different for a
// careful comparison it is shown as one replaced block: complete, and never slow.
import { LIMITS } from '@countersign/protocol'
import { structuredPatch } from 'diff'
import { countLines } from './text.ts'

const CONTEXT_LINES = 3
const MAX_COMPARED_CHARACTERS = 4 * 1024 * 1024
const MAX_EDITS = 4_000
/** The most that is shown of each side: more than half of what a preview may have, so that a cut is noticed there. */
const MAX_SHOWN_CHARACTERS = LIMITS.maxDiffBytes / 2
const MAX_MILLISECONDS = 1_000

interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

export function unifiedDiff(before: string, after: string, milliseconds = MAX_MILLISECONDS): string {
  if (before === after) return ''
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const [old, next] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const skipped = countBreaks(before, start)
  return compare(old, next, milliseconds)
    .map((hunk) => formatHunk({ ...hunk, oldStart: hunk.oldStart + skipped, newStart: hunk.newStart + skipped }))
    .join('')
}

function compare(before: string, after: string, timeout: number): readonly Hunk[] {
  if (before.length + after.length > MAX_COMPARED_CHARACTERS) return [replaceAll(before, after)]
  const options = { context: CONTEXT_LINES, timeout, maxEditLength: MAX_EDITS }
  return structuredPatch('', '', before, after, '', '', options)?.hunks ?? [replaceAll(before, after)]
}

/** Both sides whole, or the beginning of each where they are beyond what anybody is shown. */
function replaceAll(before: string, after: string): Hunk {
  const lines = [...signedLines(before, '-'), ...signedLines(after, '+')]
  return { oldStart: 1, oldLines: countLines(before), newStart: 1, newLines: countLines(after), lines }
}

function signedLines(text: string, sign: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length && start < MAX_SHOWN_CHARACTERS; ) {
    const end = text.indexOf('\n', start)
    lines.push(sign + text.slice(start, end < 0 ? text.length : end))
    if (end < 0) lines.push('\\ No newline at end of file')
    start = end < 0 ? text.length : end + 1
  }
  return lines
}

/** An empty side starts at the line before, as in git. */
function formatHunk({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  const from = oldLines === 0 ? oldStart - 1 : oldStart
  const to = newLines === 0 ? newStart - 1 : newStart
  return `@@ -${from},${oldLines} +${to},${newLines} @@\n${lines.join('\n')}\n`
}

/** The length of what both begin with, by whole lines and less the lines of context. */
function commonStart(before: string, after: string): number {
  const length = Math.min(before.length, after.length)
  let at = 0
  while (at < length && before.charCodeAt(at) === after.charCodeAt(at)) at++
  let start = at === 0 ? 0 : before.lastIndexOf('\n', at - 1) + 1
  for (let line = 0; line < CONTEXT_LINES && start > 0; line++) start = start < 2 ? 0 : before.lastIndexOf('\n', start - 2) + 1
  return start
}

/** The length of what both end with, likewise; it begins where a line begins in both. */
function commonEnd(before: string, after: string, start: number): number {
  const length = Math.min(before.length, after.length) - start
  let size = 0
  while (size < length && before.charCodeAt(before.length - 1 - size) === after.charCodeAt(after.length - 1 - size)) size++
  let at = before.length - size
  for (let line = 0; line <= CONTEXT_LINES; line++) at = before.indexOf('\n', at) + 1 || before.length
  return before.length - at
}

function countBreaks(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}
