// Glob patterns without regular expressions: a hostile pattern costs at most its length times the name's length. `*` and `?` stay within a
// name, `**` spans folders, `[a-z]` and `{a,b}` are alternatives. A leading dot must be matched explicitly.

const MAX_ALTERNATIVES = 64

export type Matcher = (names: readonly string[]) => boolean

/** Matches a whole path, given as a list of names. */
export function createMatcher(pattern: string, { anyDot = false } = {}): Matcher {
  const segments = pattern.split('/')
  return (names) => matchSegments(segments, names, anyDot)
}

/** Expands `{a,b}` into a list; beyond the limit, braces are ordinary characters. */
export function expandBraces(pattern: string): string[] {
  const done: string[] = []
  const open = [pattern]
  while (open.length > 0 && open.length + done.length <= MAX_ALTERNATIVES) {
    const next = open.shift() as string
    const found = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(next)
    if (found) open.push(...(found[2] as string).split(',').map((choice) => `${found[1]}${choice}${found[3]}`))
    else done.push(next)
  }
  return [...new Set([...done, ...open])]
}

function matchSegments(segments: readonly string[], names: readonly string[], anyDot: boolean): boolean {
  // As with stars inside a name, only the last `**` needs backtracking.
  let [segment, name, retrySegment, retryName] = [0, 0, -1, -1]
  while (name < names.length) {
    const current = segments[segment]
    if (current === '**') {
      retrySegment = ++segment
      retryName = name
    } else if (current !== undefined && matchName(current, names[name] as string, anyDot)) {
      segment++
      name++
    } else if (retrySegment >= 0 && (anyDot || !(names[retryName] as string).startsWith('.'))) {
      name = ++retryName
      segment = retrySegment
    } else return false
  }
  while (segments[segment] === '**') segment++
  return segment === segments.length
}

/** Matches one name. A name with a leading dot matches only a pattern with a leading dot; set `anyDot` to turn that convention off. */
export function matchName(pattern: string, name: string, anyDot = false): boolean {
  if (!anyDot && name.startsWith('.') && !pattern.startsWith('.')) return false
  let [at, index, retryAt, retryIndex] = [0, 0, -1, -1]
  while (index < name.length) {
    const step = pattern[at] === '*' ? undefined : matchOne(pattern, at, name[index] as string)
    if (pattern[at] === '*') {
      retryAt = ++at
      retryIndex = index
    } else if (step !== undefined) {
      at = step
      index++
    } else if (retryAt >= 0) {
      at = retryAt
      index = ++retryIndex
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

/** Where the pattern continues after one character; undefined if it does not match. */
function matchOne(pattern: string, at: number, character: string): number | undefined {
  const expected = pattern[at]
  if (expected === undefined) return undefined
  if (expected === '?') return at + 1
  if (expected === '[') {
    const end = pattern.indexOf(']', at + 2 + Number(/[!^]/.test(pattern[at + 1] ?? '')))
    if (end > 0) return matchClass(pattern.slice(at + 1, end), character) ? end + 1 : undefined
  }
  if (expected === '\\' && at + 1 < pattern.length) return pattern[at + 1] === character ? at + 2 : undefined
  return expected === character ? at + 1 : undefined
}

function matchClass(text: string, character: string): boolean {
  const isNegated = /^[!^]/.test(text)
  const characters = isNegated ? text.slice(1) : text
  let isFound = false
  for (let index = 0; index < characters.length; index++) {
    const isRange = characters[index + 1] === '-' && index + 2 < characters.length
    const [first, last] = [characters[index] as string, characters[isRange ? index + 2 : index] as string]
    if (first <= character && character <= last) isFound = true
    if (isRange) index += 2
  }
  return isFound !== isNegated
}
