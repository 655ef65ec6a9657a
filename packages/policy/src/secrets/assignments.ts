// Secrets that have no shape of their own, found by the name before them: `DB_PASSWORD=…`, `"token": "…"`, `password: …` in YAML,
// `--api-key …`, `<password>…</password>`. Every walk is bounded, so that a text of names alone costs no more than its length.
import { isBareSecret, isOpaque, isQuotedSecret, isReference, isUnset } from './literals.ts'
import { type SecretKind, secretKind } from './secret-names.ts'

export const NAME_TRIGGERS = 'pass pwd secret token key auth cred cookie jwt bearer otp mnemonic seed sid codes phrase'.split(' ')

const MAX_NAME_CHARACTERS = 64
const SEPARATOR = /(\\{0,3}["'`]?\]?[ \t]{0,16})(=>|:=|\|\|=|\?\?=|[:=])(?![=:~])([ \t]{0,16})(\\{0,3}["'`]?)/y
const AFTER_FLAG = /()()([ \t]{1,4})(["']?)/y
const AFTER_TAG = /()(>)()()/y
const AFTER_SQL = /()()([ \t]{1,4})(')/y
const BARE_VALUE = /[^\s"'`,;&<>(){}[\]|\\]{1,4096}/y
const HEADER_VALUE = /[^\r\n"'`\\]{1,8192}/y
const SCHEME_AND_VALUE = /^(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|SSWS|Bot|AWS4-HMAC-SHA256|OAuth|GoogleLogin) +([^\s${<(]{4,})/i
const COOKIE = /^[\w.-]{1,64}=[^\s;(){}]{4,}/
const LINE_VALUE = /[^\s]{1,4096}/y

export interface Span {
  readonly start: number
  readonly end: number
}

interface Assignment {
  readonly text: string
  readonly name: string
  readonly nameStart: number
  readonly kind: SecretKind
  readonly separator: string
  readonly blanks: string
  readonly valueStart: number
}

/** The whole name around a hit; its end lets the caller skip further hits in the same name. */
export function nameAround(text: string, hit: number): Span {
  let start = hit
  while (start > 0 && hit - start < MAX_NAME_CHARACTERS && isNameCode(text.charCodeAt(start - 1))) start -= 1
  let end = hit
  while (end < text.length && end - hit < MAX_NAME_CHARACTERS && isNameCode(text.charCodeAt(end))) end += 1
  return { start, end }
}

export function findAssignedSecret(text: string, { start, end }: Span): Span | undefined {
  const name = text.slice(start, end).replace(/^[-.]+/, '')
  const kind = secretKind(name)
  if (!kind) return undefined
  const before = text.slice(Math.max(0, start - 1), start)
  const match =
    matchAt(SEPARATOR, text, end) ??
    (text.startsWith('--', start) ? matchAt(AFTER_FLAG, text, end) : null) ??
    (before === '<' ? matchAt(AFTER_TAG, text, end) : null) ??
    (/^password$/i.test(name) ? matchAt(AFTER_SQL, text, end) : null) ??
    (/\b(?:ENV|ARG|setx) $/.test(text.slice(Math.max(0, start - 5), start)) ? matchAt(AFTER_FLAG, text, end) : null)
  if (!match) return undefined
  const [whole, lead = '', separator = '', blanks = '', quote = ''] = match
  const assignment = {
    text,
    name,
    nameStart: start,
    kind,
    separator,
    blanks: lead.replace(/[^ \t]/g, '') + blanks,
    valueStart: end + whole.length,
  }
  return quote === '' ? findBareValue(assignment) : findQuotedValue(assignment, quote)
}

function findQuotedValue({ text, name, kind, valueStart, ...rest }: Assignment, quote: string): Span | undefined {
  let end = valueStart
  const limit = Math.min(text.length, valueStart + 4096)
  while (end < limit && !text.startsWith(quote, end) && text[end] !== '\n') end += text[end] === '\\' && quote.length === 1 ? 2 : 1
  const value = text.slice(valueStart, end)
  const secret =
    isEnvironmentName(name) && rest.separator === '=' && rest.blanks === ''
      ? !isReference(value) && !isUnset(value)
      : isQuotedSecret({ kind, name, value }) || (isHeaderName(name) && hasSchemeAndValue(value))
  return secret ? { start: valueStart, end: Math.min(end, text.length) } : undefined
}

function findBareValue(assignment: Assignment): Span | undefined {
  const { text, name, separator, blanks, valueStart } = assignment
  if (isHeaderName(name) && separator === ':') return findHeaderValue(assignment)
  if (isEnvironmentName(name) && separator === '=' && blanks === '') return findLineValue(assignment)
  const value = matchAt(BARE_VALUE, text, valueStart)?.[0]
  if (value === undefined) return undefined
  const end = valueStart + value.length
  if (separator === '>' ? !text.startsWith('</', end) : /[([{<`]/.test(text[end] ?? '')) return undefined
  return isBareSecret(assignment.kind, value, mayBeWord(assignment, end)) && !isCode(assignment, end)
    ? { start: valueStart, end }
    : undefined
}

/** `NAME=value` to the end of the word: a password may hold any character. */
function findLineValue({ text, valueStart }: Assignment): Span | undefined {
  const value = matchAt(LINE_VALUE, text, valueStart)?.[0].replace(/["'`,;)}\]]+$/, '')
  if (value === undefined || isReference(value) || isUnset(value) || /^[A-Za-z_][\w.]*[([]/.test(value)) return undefined
  return { start: valueStart, end: valueStart + value.length }
}

/** `Authorization: Scheme value`, `Cookie: a=b; c=d`: everything to the end of the line or of the quotes around it. */
function findHeaderValue({ text, name, valueStart }: Assignment): Span | undefined {
  // Decided on its first characters: a text of nothing but header names must not have each read to the end of the line.
  const beginning = text.slice(valueStart, valueStart + 80)
  if (isReference(beginning)) return undefined
  const wanted = /cookie/i.test(name)
    ? COOKIE.test(beginning)
    : hasSchemeAndValue(beginning) || isOpaque(/^[^\s"'`\\]*/.exec(beginning)?.[0] ?? '')
  const value = wanted ? matchAt(HEADER_VALUE, text, valueStart)?.[0].trimEnd() : undefined
  return value ? { start: valueStart, end: valueStart + value.length } : undefined
}

/** `Bearer YOUR_TOKEN` shows where a value goes. */
function hasSchemeAndValue(text: string): boolean {
  const value = SCHEME_AND_VALUE.exec(text)?.[1]
  return value !== undefined && !/^[A-Z_]+$/.test(value)
}

/** YAML and query strings hold words as passwords; in code a word is a variable. */
function mayBeWord({ text, nameStart, separator, blanks }: Assignment, end: number): boolean {
  const lineStart = /(?:^|[\r\n])[ \t]*(?:- )?["']?$/.test(text.slice(Math.max(0, nameStart - 64), nameStart))
  const lineEnd = /^[ \t]*(?:#|\r|\n|$)/.test(text.slice(end, end + 16))
  if (separator === ':') return lineStart && lineEnd && blanks !== ''
  return separator === '=' && blanks === '' && (lineStart ? lineEnd : /[?&;]/.test(text[nameStart - 1] ?? ''))
}

/** In code with blanks around `=` or `:` a bare value is an expression, unless it stands alone on its line. */
function isCode({ text, separator, blanks, kind }: Assignment, end: number): boolean {
  const standsAlone = /^[ \t]*(?:#|\r|\n|$)/.test(text.slice(end, end + 16))
  if (separator === '' || separator === '>') return false
  if (blanks !== '') return !standsAlone
  return kind === 'token' && separator === ':' && !standsAlone
}

const isEnvironmentName = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name)
const isHeaderName = (name: string): boolean => /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(name)

function isNameCode(code: number): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  const isDigitOrMark = (code >= 48 && code <= 57) || code === 95 || code === 45 || code === 46
  return isLetter || isDigitOrMark
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}
