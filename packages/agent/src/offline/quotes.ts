// Quoted words in a request. Each is replaced by a mark, so that a form sees a path with spaces or a text with commas as one
// word.
/** Opening quotes, and the characters that may close each. */
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

/** Matches one quoted word in the pattern of a form. */
export const QUOTED = '[\\uE000-\\uE03F]'
const FIRST_MARK = 0xe000
const MAX_QUOTES = 64

export interface Lifted {
  /** The request with a mark in place of each quoted word. */
  readonly text: string
  /** The value of a part of a match: the text inside the quotes if it is a single quoted word, otherwise the text as written. */
  valueOf(part: string): string
  isQuoted(part: string): boolean
}

/** Undefined if the request itself contains mark characters, or has more quotes than there are marks. */
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

/** A single quote inside a word is an apostrophe. */
function patternOf([open, close]: readonly [string, string]): string {
  const isApostrophe = open === "'" || open === '‘'
  return isApostrophe
    ? `(?<![${LETTER}])${open}(?:[^${open}${close}]|${close}(?=[${LETTER}]))*${close}`
    : `${open}[^${open}${close}]*[${close}]`
}
