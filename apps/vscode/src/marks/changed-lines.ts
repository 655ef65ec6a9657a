// Which lines of which files a diff has written, and how they move while the person types.

import { withoutHeader } from '../approvals/without-header.ts'

/** Lines from 0, the last one not included. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** The added lines of a unified diff, as ranges of the file after the change; a deletion marks the line that follows it. */
export function addedLines(diff: string): readonly LineRange[] {
  const ranges: LineRange[] = []
  let line = 0
  let start: number | undefined
  const close = (hasDeletion: boolean) => {
    if (start !== undefined && (line > start || hasDeletion)) ranges.push({ start, end: Math.max(line, start + 1) })
    start = undefined
  }
  let hasDeletion = false
  for (const text of withoutHeader(diff).split('\n')) {
    const head = /^@@ -\S+ \+(\d+)/.exec(text)
    if (head || text.startsWith(' ')) {
      close(hasDeletion)
      hasDeletion = false
    }
    if (head) line = Math.max(0, Number(head[1]) - 1)
    else if (text.startsWith('+')) {
      start ??= line
      line++
    } else if (text.startsWith('-')) {
      start ??= line
      hasDeletion = true
    } else if (text.startsWith(' ')) line++
  }
  close(hasDeletion)
  return ranges
}

/** Whether the text has each hunk of the diff where it would be after the change. */
export function showsChange(text: string, diff: string): boolean {
  const lines = text.split(/\r?\n/)
  let at = 0
  for (const line of withoutHeader(diff).split('\n')) {
    const head = /^@@ -\S+ \+(\d+)/.exec(line)
    if (head) at = Math.max(0, Number(head[1]) - 1)
    else if ((line.startsWith('+') || line.startsWith(' ')) && lines[at++] !== line.slice(1).replace(/\r$/, '')) return false
  }
  return true
}

/** An edit of the person: lines `start` to `end` are replaced by `lines` lines. */
export interface LineEdit extends LineRange {
  readonly lines: number
}

/** Ranges below an edit move; one that the edit touches goes, since it is the person's now. */
export function moveRanges(ranges: readonly LineRange[], { start, end, lines }: LineEdit): readonly LineRange[] {
  const shift = lines - (end - start)
  return ranges.flatMap((range) => {
    if (range.end <= start) return [range]
    return range.start >= end ? [{ start: range.start + shift, end: range.end + shift }] : []
  })
}
