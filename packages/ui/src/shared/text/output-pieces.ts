// The output of a program in pieces of whole lines. While it prints only the last piece changes, so the browser need not lay out
// the others again.

const LEAST_CHARACTERS = 4_000

/** Joined by newlines, the pieces are the text. */
export function outputPieces(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  while (start < text.length) {
    const end = text.indexOf('\n', start + LEAST_CHARACTERS)
    pieces.push(text.slice(start, end === -1 ? text.length : end))
    if (end === -1) return pieces
    start = end + 1
  }
  return [...pieces, '']
}
