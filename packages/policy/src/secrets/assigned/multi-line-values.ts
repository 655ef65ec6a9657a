// Values that are not on the line of their name: a YAML block or list, the lines below a key, triple quotes, a list in brackets. Every scan
// is bounded by characters and lines.
import { isOpaque, isPlaceholder, isQuotedSecret, isReference } from './literals.ts'
import type { SecretKind } from './secret-names.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

export interface NamedValue {
  readonly text: string
  readonly name: string
  readonly nameStart: number
  readonly kind: SecretKind
  readonly valueStart: number
}

const MAX_CHARACTERS = 16_384
const MAX_LINES = 512
const BLOCK_HEAD = /[|>][+-]?\d?[+-]?[ \t]*(?:#[^\r\n]*)?\r?\n/y
const LINE_END = /[ \t]*(?:#[^\r\n]*)?\r?\n/y
const LIST_ITEM = /"((?:[^"\\\r\n]|\\.){0,4096})"|'((?:[^'\\\r\n]|\\.){0,4096})'/y

/** `password: |` and what is indented below it. */
export function findBlock(named: NamedValue): Span[] | undefined {
  const head = startsYamlLine(named) ? matchAt(BLOCK_HEAD, named.text, named.valueStart) : null
  if (!head) return undefined
  return linesBelow(named, named.valueStart + head[0].length).flatMap(({ start, end }) => spanOf(named.text, start, end))
}

/** `tokens:` and below it `- one` or `name: one`, or the value itself. */
export function findBelow(named: NamedValue): Span[] | undefined {
  const head = startsYamlLine(named) ? matchAt(LINE_END, named.text, named.valueStart) : null
  if (!head) return undefined
  return linesBelow(named, named.valueStart + head[0].length).flatMap((line) => valueOfLine(named, line))
}

/** `"""…"""`, possibly over several lines. Prose has blanks in its lines, a secret has none. */
export function findTripleQuoted({ text, kind, name, valueStart }: NamedValue, quote: string): Span[] | undefined {
  if (quote.length !== 1 || !text.startsWith(quote + quote, valueStart)) return undefined
  const start = valueStart + 2
  const found = text.slice(start, start + MAX_CHARACTERS).indexOf(quote.repeat(3))
  const end = found < 0 ? Math.min(text.length, start + MAX_CHARACTERS) : start + found
  const lines = text
    .slice(start, end)
    .split('\n')
    .map((line) => line.trim())
  const isSecret = lines.every((line) => !/\s/.test(line)) && lines.some((value) => isQuotedSecret({ kind, name, value }))
  return isSecret ? spanOf(text, start, end) : []
}

/** `["one", "two"]`, possibly over several lines. */
export function findListItems({ text, name, kind, valueStart }: NamedValue): Span[] | undefined {
  if (text[valueStart] !== '[') return undefined
  const spans: Span[] = []
  const limit = Math.min(text.length, valueStart + MAX_CHARACTERS)
  for (let at = valueStart + 1; at < limit && text[at] !== ']'; ) {
    const item = matchAt(LIST_ITEM, text, at)
    const value = item?.[1] ?? item?.[2]
    if (item && value !== undefined && isQuotedSecret({ kind, name, value })) spans.push({ start: at + 1, end: at + 1 + value.length })
    if (!item && !/[\s,]/.test(text[at] as string)) break
    at += item ? item[0].length : 1
  }
  return spans
}

interface Line {
  readonly start: number
  readonly end: number
}

/** Lines indented deeper than the name, or equally deep if they are list items; the markers of a diff do not count as indentation. */
function linesBelow({ text, nameStart }: NamedValue, from: number): Line[] {
  const own = indentOf(text, lineStartOf(text, nameStart))
  const lines: Line[] = []
  const limit = Math.min(text.length, from + MAX_CHARACTERS)
  for (let start = from; start < limit && lines.length < MAX_LINES; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 || found > limit ? limit : found
    const { column, at } = indentOf(text, start)
    const isBlank = text.slice(at, end).trim() === ''
    if (!isBlank && !(column > own.column || (column === own.column && text.startsWith('- ', at)))) break
    if (!isBlank) lines.push({ start: at, end })
    start = end + 1
  }
  return lines
}

function indentOf(text: string, lineStart: number): { readonly column: number; readonly at: number } {
  const isMarked = text[lineStart] === '+' || (text[lineStart] === '-' && text[lineStart + 1] !== ' ')
  let at = isMarked ? lineStart + 1 : lineStart
  const from = at
  while (at - from < 256 && (text[at] === ' ' || text[at] === '\t')) at += 1
  return { column: at - from, at }
}

function lineStartOf(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 256 && text[start - 1] !== '\n') start -= 1
  return start
}

/** A mapping: only blanks, the marker of a list item or a diff, and a quote come before the name. */
const startsYamlLine = ({ text, nameStart }: NamedValue): boolean =>
  /^[+-]?[ \t]*(?:- +)?["']?$/.test(text.slice(lineStartOf(text, nameStart), nameStart))

const LINE_VALUE = /^(?:- +)?(?:["']?[\w.-]{1,64}["']?:[ \t]+)?(["']?)([^\s"'#][^\r\n"'#]*?)\1[ \t]*,?\r?$/

function valueOfLine({ text, kind, name }: NamedValue, { start, end }: Line): Span[] {
  const [whole, , value] = LINE_VALUE.exec(text.slice(start, end)) ?? []
  if (whole === undefined || value === undefined || isReference(value) || isPlaceholder(value)) return []
  const isItem = /^(?:- +)?["']?[^\s:]*["']?,?\r?$/.test(whole)
  const isSecret = kind === 'password' && isItem ? isQuotedSecret({ kind, name, value }) : isOpaque(value)
  const at = start + whole.lastIndexOf(value)
  return isSecret ? [{ start: at, end: at + value.length }] : []
}

/** Without the blanks around it; empty if nothing is left. */
function spanOf(text: string, start: number, end: number): Span[] {
  const value = text.slice(start, end)
  const lead = value.length - value.trimStart().length
  const trimmed = value.trim()
  return trimmed === '' || isReference(trimmed) || isPlaceholder(trimmed)
    ? []
    : [{ start: start + lead, end: start + lead + trimmed.length }]
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}
