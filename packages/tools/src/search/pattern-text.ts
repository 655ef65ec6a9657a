// Reads a pattern character by character, and escapes one character so that it means only itself.
import { Failure, type PlainFormName, type Sentence, sentence } from '@countersign/protocol'

export const refuse = (why: PlainFormName | Sentence): Failure =>
  new Failure('INVALID_ARGUMENTS', { subject: sentence('problem.query', { why: typeof why === 'string' ? sentence(why) : why }) })

export interface Pattern {
  readonly javascript: string
  readonly rust: string
}

export interface Reader {
  isDone(): boolean
  /** The next character; '' at the end. */
  peek(): string
  next(): string
  take(text: string): boolean
  match(pattern: RegExp): string | undefined
}

export function readerOf(text: string): Reader {
  let rest = text
  const skip = (found: string): string => {
    rest = rest.slice(found.length)
    return found
  }
  // By code points: a character may be a surrogate pair.
  const peek = () => (rest === '' ? '' : String.fromCodePoint(rest.codePointAt(0) as number))
  return {
    isDone: () => rest === '',
    peek,
    next: () => skip(peek()),
    take: (wanted) => rest.startsWith(wanted) && skip(wanted) !== undefined,
    match: (pattern) => {
      const found = pattern.exec(rest)?.[0]
      return found === undefined ? undefined : skip(found)
    },
  }
}

export function escapeCharacter(character: string): Pattern {
  if (/^[0-9A-Za-z_]$/.test(character)) return { javascript: character, rust: character }
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return { javascript: `\\u{${code}}`, rust: `\\x{${code}}` }
}
