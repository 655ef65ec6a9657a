// Explains why a text is not in a file: the place that is nearest to it, and what differs there (blanks, indentation, quotes, line endings,
// capital letters, or the text itself). Every step is bounded, because both may be long.
import { oneLine } from '@countersign/policy'
import { type PlainFormName, type Sentence, sentence } from '@countersign/protocol'
import { findAlikeLines } from './alike-lines.ts'

interface Ignoring {
  readonly kind: string
  readonly form: PlainFormName
  /** The line as if this kind of difference did not exist. Never joins or splits lines. */
  ignore(line: string): string
}

/** In the order in which they are told; each leaves alone what the others look at. */
const DIFFERENCES: readonly Ignoring[] = [
  { kind: 'line_endings', form: 'edit.line-endings', ignore: (line) => line.replace(/\r+$/, '') },
  { kind: 'trailing_whitespace', form: 'edit.trailing-blanks', ignore: (line) => line.replace(/[^\S\r\n]+(?=\r*$)/, '') },
  { kind: 'indentation', form: 'edit.indentation', ignore: (line) => line.replace(/^[^\S\r\n]+/, '') },
  { kind: 'whitespace', form: 'edit.blanks', ignore: (line) => line.replace(/(?<=\S)[^\S\r\n]+(?=\S)/g, ' ') },
  { kind: 'quotes', form: 'edit.quotes', ignore: (line) => line.replace(/[‘’‚‛“”„‟«»‹›`´′″"]/g, "'").replace(/[‐‑‒–—−]/g, '-') },
  { kind: 'letter_case', form: 'edit.letter-case', ignore: (line) => line.toLowerCase() },
]

/** Files beyond this are not searched for a similar place: the sentence then only says that the text is not there. */
const MAX_CHARACTERS = 4 * 1024 * 1024
const MAX_LINES = 20
const IN_SENTENCE = 100
const IN_DETAILS = 200

export interface Explained {
  readonly what: Sentence
  readonly details: Record<string, unknown>
}

export function describeNearest(text: string, old: string): Explained {
  const missing = sentence('edit.not-found')
  if (text === '') return { what: join(missing, sentence('edit.file-empty')), details: {} }
  if (text.length + old.length > MAX_CHARACTERS) return { what: missing, details: {} }
  const lines = text.split('\n')
  const wanted = old.split('\n')
  const at = findIgnoringAll(lines, wanted)
  if (at !== undefined) return explain(missing, lines, wanted, { line: at, kinds: kindsAt(lines, wanted, at) })
  const alike = findAlikeLines(lines, wanted)
  return alike === undefined ? { what: missing, details: {} } : explain(missing, lines, wanted, { line: alike, kinds: [] })
}

interface Place {
  /** Counted from 0. */
  readonly line: number
  /** Empty if the text itself differs. */
  readonly kinds: readonly Ignoring[]
}

const ignoreAll = (line: string, except?: Ignoring): string =>
  DIFFERENCES.reduce((left, one) => (one === except ? left : one.ignore(left)), line)

const joined = (lines: readonly string[], except?: Ignoring): string => lines.map((line) => ignoreAll(line, except)).join('\n')

/** The line where the text begins once all those differences are ignored. */
function findIgnoringAll(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const plain = joined(lines)
  const sought = joined(wanted)
  const at = sought.trim() === '' ? -1 : plain.indexOf(sought)
  return at < 0 ? undefined : plain.slice(0, at).split('\n').length - 1
}

/** What really differs: each kind without which the two would not be the same. */
function kindsAt(lines: readonly string[], wanted: readonly string[], at: number): Ignoring[] {
  const there = lines.slice(at, at + wanted.length)
  return DIFFERENCES.filter((kind) => !joined(there, kind).includes(joined(wanted, kind)))
}

function explain(missing: Sentence, lines: readonly string[], wanted: readonly string[], { line, kinds }: Place): Explained {
  const there = lines.slice(line, line + wanted.length)
  const differs = Math.max(
    0,
    there.findIndex((found, nth) => !isSamePart(found, wanted, nth)),
  )
  const nearest = sentence('edit.nearest', { line: line + 1, found: oneLine(there[0] ?? '', IN_SENTENCE) })
  const difference =
    kinds.length > 0
      ? sentence('edit.differs-in', { kinds: kinds.map(({ form }) => sentence(form)) })
      : sentence('patch.line-differs', {
          line: line + differs + 1,
          expected: oneLine(wanted[differs] ?? '', IN_SENTENCE),
          found: oneLine(there[differs] ?? '', IN_SENTENCE),
        })
  const details = {
    line: line + 1,
    expected: shorten(wanted),
    found: shorten(there),
    differs: kinds.length > 0 ? kinds.map(({ kind }) => kind) : ['text'],
  }
  return { what: join(join(missing, nearest), difference), details }
}

/** The first line of the text may begin, and the last may end, inside a line of the file. */
function isSamePart(found: string, wanted: readonly string[], nth: number): boolean {
  const line = wanted[nth] ?? ''
  const [isFirst, isLast] = [nth === 0, nth === wanted.length - 1]
  if (isFirst && isLast) return found.includes(line)
  if (isFirst) return found.endsWith(line)
  return isLast ? found.startsWith(line) : found === line
}

const shorten = (lines: readonly string[]): string[] => lines.slice(0, MAX_LINES).map((line) => line.slice(0, IN_DETAILS).toWellFormed())

const join = (first: Sentence, second: Sentence): Sentence => sentence('patch.and', { first, second })
