// Masks a unified diff. Each side of a hunk is masked as plain text, without the markers, and every line keeps its marker: a secret that
// spans lines removes none of them, so that the counts and lines shown are those of the change.
import { MASK } from './formats/format.ts'

export interface DiffMasker {
  maskText(text: string): string
  maskLines(text: string): string
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/** The same string if nothing was masked. */
export function maskDiff(diff: string, masker: DiffMasker): string {
  const lines = diff.split('\n')
  const masked: string[] = []
  for (let at = 0; at < lines.length; ) {
    const header = HUNK.exec(lines[at] as string)
    masked.push(masker.maskText(lines[at] as string))
    at += 1
    if (!header) continue
    const end = endOfHunk(lines, at, sideLengths(header))
    for (const line of maskHunk(lines.slice(at, end), masker)) masked.push(line)
    at = end
  }
  return masked.join('\n')
}

interface SideLengths {
  readonly old: number
  readonly next: number
}

const sideLengths = ([, old, next]: RegExpExecArray): SideLengths => ({ old: Number(old ?? 1), next: Number(next ?? 1) })

/** Found by the line counts of the header, because a line of the file may itself look like a header. */
function endOfHunk(lines: readonly string[], start: number, { old, next }: SideLengths): number {
  let at = start
  let [oldLeft, nextLeft] = [old, next]
  for (; at < lines.length; at++) {
    const marker = (lines[at] as string)[0]
    if (marker === '\\') continue
    if (oldLeft <= 0 && nextLeft <= 0) break
    if (marker !== '+') oldLeft -= 1
    if (marker !== '-') nextLeft -= 1
  }
  return at
}

function maskHunk(lines: readonly string[], { maskLines }: DiffMasker): string[] {
  const masked = [...lines]
  for (const other of ['+', '-']) {
    const side = lines.flatMap((line, index) => (line[0] === other || line[0] === '\\' ? [] : [index]))
    const shown = maskLines(side.map((index) => (lines[index] as string).slice(1)).join('\n')).split('\n')
    // A different line count would put text of one line on another: then everything is hidden.
    const isSame = shown.length === side.length
    side.forEach((index, row) => {
      const line = lines[index] as string
      const text = isSame ? shown[row] : MASK
      if (text !== line.slice(1)) masked[index] = `${line.slice(0, 1)}${text}`
    })
  }
  return masked
}
