// What follows a hunk: whether lines of it are left over, and where the next hunk or file begins.
import type { LineReader } from './line-reader.ts'

/** Git treats lines beyond a hunk's count as prose. The signature marker of a letter, `-- `, is prose. */
export function hasLeftOver(lines: LineReader): boolean {
  const goBack = lines.mark()
  while (lines.peek()?.trim() === '' && !lines.peek()?.startsWith(' ')) lines.next()
  const line = lines.peek() ?? ''
  const isLeft = /^[ +\\-]/.test(line) && !isSignature(line) && !isNamePair(lines)
  goBack()
  return isLeft
}

export const isSignature = (line: string): boolean => /^-- \r?$/.test(line)

/** `---` and `+++`: the names of the next file, or a removed and an added line that look like them. */
export const isNamePair = (lines: LineReader): boolean =>
  lines.peek()?.startsWith('--- ') === true && lines.lookAhead(1)[0]?.startsWith('+++ ') === true

/** Whether here, without any doubt, the next hunk or file begins, or the diff ends. */
export function isBoundary(lines: LineReader): boolean {
  const line = lines.peek()
  if (line === undefined || line.startsWith('@@ -') || line.startsWith('diff --git ')) return true
  return isNamePair(lines) && lines.lookAhead(2)[1]?.startsWith('@@ -') === true
}
