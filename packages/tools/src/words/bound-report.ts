// Limits what a model sees of a result; if something was left out, the report says so and how to read on.

export const MAX_REPORT_LINES = 2_000
export const MAX_REPORT_CHARACTERS = 64 * 1024

export interface BoundedText {
  readonly text: string
  /** Lines of the original that are complete in `text`; the last may be cut if it alone is too long. */
  readonly lines: number
  readonly isCut: boolean
}

/** The beginning of a text, in whole lines. */
export function boundText(text: string, maxLines = MAX_REPORT_LINES, maxCharacters = MAX_REPORT_CHARACTERS): BoundedText {
  let [end, lines] = [0, 0]
  while (end < text.length && lines < maxLines) {
    const next = text.indexOf('\n', end) + 1 || text.length
    if (next > maxCharacters) break
    end = next
    lines++
  }
  if (end === 0 && text !== '') return { text: text.slice(0, maxCharacters).toWellFormed(), lines: 0, isCut: true }
  return { text: text.slice(0, end), lines, isCut: end < text.length }
}

/** Keeps beginning and end: the end of a program's output shows how it went. */
export function boundOutput(text: string, maxLines = MAX_REPORT_LINES, maxCharacters = MAX_REPORT_CHARACTERS): string {
  const head = boundText(text, maxLines / 2, maxCharacters / 2)
  if (!head.isCut) return text
  const whole = boundText(text, maxLines, maxCharacters)
  if (!whole.isCut) return text
  const rest = text.slice(head.text.length)
  const tail = lastLines(rest, maxLines / 2, maxCharacters / 2)
  return `${head.text}\n[… ${rest.length - tail.length} characters left out …]\n${tail}`
}

function lastLines(text: string, maxLines: number, maxCharacters: number): string {
  let start = text.length
  for (let lines = 0; lines < maxLines && start > 0; lines++) {
    const previous = text.lastIndexOf('\n', start - 2) + 1
    if (text.length - previous > maxCharacters) break
    start = previous
  }
  return start === text.length ? text.slice(-maxCharacters).toWellFormed() : text.slice(start)
}
