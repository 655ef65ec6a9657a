// File names as diffs write them: bare up to a tab, or quoted as in C, with a/ and b/ or without.
import { malformed } from './malformed.ts'

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const ENCODER = new TextEncoder()
const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 }
/** The prefixes that git writes: a/ b/ and, with diff.mnemonicPrefix, those for commit, index, work tree and object. */
const PREFIXES = ['', 'a/', 'b/', 'c/', 'i/', 'w/', 'o/', '1/', '2/']
/** More than any valid name needs, even with every byte escaped. */
const MAX_CHARACTERS = 9_000

export const NOTHING = '/dev/null'

export interface ReadName {
  readonly name: string
  /** The length of the parsed text, in characters. */
  readonly length: number
}

/** The name at the beginning of the text after `--- `, `+++ `, `rename from ` and so on. */
export function readName(text: string, line: number): string {
  if (text.length > MAX_CHARACTERS) throw malformed(line, 'patch.name-too-long')
  return text.startsWith('"') ? readQuoted(text, line).name : (/^[^\t\r]*/.exec(text)?.[0] ?? '')
}

/** `"tab\there \303\251"`: bytes above 127 are three octal digits. */
export function readQuoted(text: string, line: number): ReadName {
  const bytes: number[] = []
  let at = 1
  while (text[at] !== '"') {
    const found = /^\\(?:([abtnvfr"\\])|([0-3][0-7]{2}))/.exec(text.slice(at, at + 4))
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (at >= text.length || (!found && character === '\\')) throw malformed(line, 'patch.name-open')
    if (found) bytes.push(found[1] === undefined ? Number.parseInt(found[2] as string, 8) : (ESCAPES[found[1]] as number))
    else bytes.push(...ENCODER.encode(character))
    at += found ? found[0].length : character.length
  }
  try {
    return { name: DECODER.decode(Uint8Array.from(bytes)), length: at + 1 }
  } catch (cause) {
    if (cause instanceof TypeError) throw malformed(line, 'patch.name-not-utf8')
    throw cause
  }
}

/** One name from both lines: `a/x` and `b/x` are x, `x` and `x` are x. Undefined if they differ. */
export function joinNames(before: string, after: string): string | undefined {
  if (before === after) return before
  const [left, right] = [withoutFolder(before), withoutFolder(after)]
  return left !== undefined && left === right ? left : undefined
}

/** The name without its `a/` or `b/`, if the other side does not exist. */
export const stripPrefix = (name: string): string => (/^[ab]\//.test(name) ? name.slice(2) : name)

/** Whether a name in a header is this one, with a prefix or without. */
export const isName = (written: string, name: string): boolean => PREFIXES.some((prefix) => written === prefix + name)

const withoutFolder = (name: string): string | undefined => {
  const slash = name.indexOf('/')
  return slash > 0 ? name.slice(slash + 1) : undefined
}

/** Both names of `diff --git a/x b/x`, if they can be separated: quoted, or the same on both sides. */
export function splitHeader(text: string, line: number): readonly [string, string] | undefined {
  if (text.length > 2 * MAX_CHARACTERS) throw malformed(line, 'patch.names-too-long')
  if (text.startsWith('"')) {
    const first = readQuoted(text, line)
    return [first.name, readName(text.slice(first.length + 1), line)]
  }
  const quote = text.indexOf(' "')
  if (quote >= 0) return [text.slice(0, quote), readQuoted(text.slice(quote + 1), line).name]
  const middle = (text.length - 1) / 2
  const halves = [text.slice(0, middle), text.slice(middle + 1)] as const
  return text[middle] === ' ' && joinNames(...halves) !== undefined ? halves : undefined
}

/** Whether `diff --git` names these two files. */
export function headerNames(text: string, names: readonly [string, string], line: number): boolean {
  const split = splitHeader(text, line)
  if (split && isName(split[0], names[0]) && isName(split[1], names[1])) return true
  return PREFIXES.some((left) => PREFIXES.some((right) => text === `${left}${names[0]} ${right}${names[1]}`))
}
