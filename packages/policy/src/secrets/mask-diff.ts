// Masks a unified diff. Each side of a hunk is masked as the text that it is, without the markers, and every line keeps its
// marker: a secret that spans lines takes none of them away, so that what is counted and shown is what the change has.
import { MASK } from './formats/format.ts'

export interface DiffMasker {
  maskText(text: string): string
  maskLines(text: string): string
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/** The same string where nothing was masked. */
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

/** By what the header counts: a line of the file may look like a header itself. */
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
    // A count that is not the same would put text of one line on another: then all of it is hidden.
    const isSame = shown.length === side.length
    side.forEach((index, row) => {
      const line = lines[index] as string
      const text = isSame ? shown[row] : MASK
      if (text !== line.slice(1)) masked[index] = `${line.slice(0, 1)}${text}`
    })
  }
  return masked
}
