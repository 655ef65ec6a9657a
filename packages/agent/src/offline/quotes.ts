// Quoted words in a request. Each is lifted out and one mark stands in its place, so that a form sees a path with spaces or a
// text with commas as one word.
/** What opens a quote, and what may close it. */
const PAIRS = [
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”“'],
  ['”', '”'],
  ['„', '“”'],
  ['‘', '’'],
  ['«', '»'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['＂', '＂'],
  ['＇', '＇'],
] as const

/** In the pattern of a form: one quoted word. */
export const QUOTED = '[\\uE000-\\uE03F]'
const FIRST_MARK = 0xe000
const MAX_QUOTES = 64

export interface Lifted {
  /** The request with a mark for each quoted word. */
  readonly text: string
  /** What a part of a match stands for: the inside of a single quoted word, else the words as they were written. */
  valueOf(part: string): string
  isQuoted(part: string): boolean
}

/** Undefined where the request itself holds characters that serve as marks, or more quotes than there are marks. */
export function liftQuotes(request: string): Lifted | undefined {
  if (/[\uE000-\uF8FF]/u.test(request)) return undefined
  const quotes: { readonly raw: string; readonly inside: string }[] = []
  const text = request.replace(QUOTE, (raw) => {
    quotes.push({ raw, inside: raw.slice(1, -1) })
    return String.fromCharCode(FIRST_MARK + quotes.length - 1)
  })
  if (quotes.length > MAX_QUOTES) return undefined
  const quoteOf = (mark: string) => quotes[mark.charCodeAt(0) - FIRST_MARK]
  const isQuoted = (part: string) => part.length === 1 && quoteOf(part) !== undefined
  return {
    text,
    isQuoted,
    valueOf: (part) =>
      isQuoted(part) ? (quoteOf(part)?.inside ?? '') : part.replace(/[\uE000-\uE03F]/gu, (mark) => quoteOf(mark)?.raw ?? ''),
  }
}

const LETTER = '\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}'
const QUOTE = new RegExp(PAIRS.map(patternOf).join('|'), 'gu')

/** A single mark within a word is an apostrophe. */
function patternOf([open, close]: readonly [string, string]): string {
  const isApostrophe = open === "'" || open === '‘'
  return isApostrophe
    ? `(?<![${LETTER}])${open}(?:[^${open}${close}]|${close}(?=[${LETTER}]))*${close}`
    : `${open}[^${open}${close}]*[${close}]`
}
