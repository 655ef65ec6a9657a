// Where in a file lines stand that are most like the wanted ones: the place where most of them occur; where none does, the line that shares
// the most words with the longest wanted line.

/** A line that occurs more often than this says nothing about a place. */
const MAX_OCCURRENCES = 200
const MAX_WORDS = 200

/** The line of the file, counted from 0, where the first wanted line would be. */
export function findAlikeLines(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = placesOf(lines)
  const votes = new Map<number, number>()
  for (const [offset, line] of wanted.entries()) {
    const found = places.get(line.trim())
    if (!found || line.trim() === '' || found.length > MAX_OCCURRENCES) continue
    for (const place of found) votes.set(place - offset, (votes.get(place - offset) ?? 0) + 1)
  }
  const best = [...votes].filter(([start]) => start >= 0).toSorted(([start, count], [other, rival]) => rival - count || start - other)[0]
  return best?.[0] ?? findByWords(lines, wanted)
}

function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, line] of lines.entries()) {
    const key = line.trim()
    const known = places.get(key)
    if (!known) places.set(key, [at])
    else if (known.length <= MAX_OCCURRENCES) known.push(at)
  }
  return places
}

const wordsOf = (line: string): string[] => (line.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, MAX_WORDS)

/** At least half of the words must be there: a place that is like it only by chance misleads. */
function findByWords(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((best, line, nth) => ((wanted[best]?.length ?? 0) < line.length ? nth : best), 0)
  const sought = new Set(wordsOf(wanted[longest] ?? ''))
  if (sought.size === 0) return undefined
  let best = { line: -1, shared: 0 }
  for (const [line, text] of lines.entries()) {
    const shared = new Set(wordsOf(text).filter((word) => sought.has(word))).size
    if (shared > best.shared) best = { line, shared }
  }
  return 2 * best.shared >= sought.size ? Math.max(0, best.line - longest) : undefined
}
