// Secrets without a recognisable format, found by the name before them: `DB_PASSWORD=…`, `"token": "…"`, `password: …` in YAML, `--api-key
// …`, `<password>…</password>`. Every scan is bounded, so that a text that consists only of names costs no more than its length.
import { findInForm, isRandom } from './after-name.ts'
import { isBareSecret, isOpaque, isPlaceholder, isQuotedSecret, isReference, isUnset } from './literals.ts'
import { findBelow, findBlock, findListItems, findTripleQuoted, type NamedValue, type Span } from './multi-line-values.ts'
import { secretKind } from './secret-names.ts'

export const NAME_TRIGGERS =
  'pass pwd secret token key auth cred cookie jwt bearer otp mnemonic seed sid codes phrase psk bindpw rootpw'.split(' ')

const MAX_NAME_CHARACTERS = 64
const SEPARATOR = /(\\{0,3}["'`]?[\]}]?[ \t]{0,16})(=>|:=|\|\|=|\?\?=|[:=])(?![=:~])([ \t]{0,16})(\\{0,3}["'`]?)/y
const AFTER_FLAG = /()()([ \t]{1,4})(["']?)/y
const AFTER_TAG = /()(>)()()/y
const AFTER_SQL = /()()([ \t]{1,4})(')/y
const BARE_VALUE = /[^\s"'`,;&<>(){}[\]|\\]{1,4096}/y
const HEADER_VALUE = /[^\r\n"'`\\]{1,8192}/y
const SCHEME_AND_VALUE = /^(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|SSWS|Bot|AWS4-HMAC-SHA256|OAuth|GoogleLogin) +([^\s${<(]{4,})/i
const COOKIE = /^[\w.-]{1,64}=[^\s;(){}]{4,}/
const YAML_TAG = /(?:&[\w-]{1,32}|!!?[\w-]{0,32})[ \t]{1,4}(?=[\w])/y
const LINE_VALUE = /[^\s]{1,4096}/y

interface Assignment extends NamedValue {
  readonly separator: string
  readonly blanks: string
  /** A quote comes between the name and its separator: `"name": …`. */
  readonly isQuotedName: boolean
  /** `'name': …` of an object, not `'name' : …` of a conditional expression. */
  readonly isTight: boolean
}

/** The whole name around a hit; its end lets the caller skip further hits in the same name. */
export function nameAround(text: string, hit: number): Span {
  let start = hit
  while (start > 0 && hit - start < MAX_NAME_CHARACTERS && isNameCode(text.charCodeAt(start - 1))) start -= 1
  let end = hit
  while (end < text.length && end - hit < MAX_NAME_CHARACTERS && isNameCode(text.charCodeAt(end))) end += 1
  return { start, end }
}

const NONE: readonly Span[] = []

export function findAssignedSecrets(text: string, { start, end }: Span): readonly Span[] {
  const name = text.slice(start, end).replace(/^[-.]+/, '')
  const kind = secretKind(name)
  // A number of `tokens` is not secret; a list of them is.
  if (!kind && !/(?:^|[._-])tokens$/i.test(name)) return NONE
  const named = { text, name, nameStart: start, kind: kind ?? 'token' } as const
  const match = matchAssignment(text, { start, end }, name, kind === 'password')
  const found = match ? findValue(assignmentOf(named, end, match), match[4] ?? '', kind === undefined) : NONE
  if (found.length > 0 || !kind) return found
  const other = findInForm(named, end)
  return other ? [other] : NONE
}

function matchAssignment(text: string, { start, end }: Span, name: string, isPassword: boolean): RegExpExecArray | null {
  const before = text.slice(Math.max(0, start - 1), start)
  return (
    matchAt(SEPARATOR, text, end) ??
    (text.startsWith(isPassword ? '-' : '--', start) ? matchAt(AFTER_FLAG, text, end) : null) ??
    (before === '<' ? matchAt(AFTER_TAG, text, end) : null) ??
    (/^password$/i.test(name) ? matchAt(AFTER_SQL, text, end) : null)
  )
}

function assignmentOf(named: Omit<NamedValue, 'valueStart'>, end: number, match: RegExpExecArray): Assignment {
  const [whole, lead = '', separator = '', blanks = ''] = match
  return {
    ...named,
    separator,
    blanks: lead.replace(/[^ \t]/g, '') + blanks,
    isQuotedName: /["'`]/.test(lead),
    isTight: !/[ \t]/.test(lead),
    valueStart: end + whole.length,
  }
}

function findValue(assignment: Assignment, quote: string, onlyLists: boolean): readonly Span[] {
  if (quote !== '') {
    const triple = findTripleQuoted(assignment, quote)
    return triple ?? (onlyLists ? NONE : asList(findQuotedValue(assignment, quote)))
  }
  const below = assignment.separator === ':' ? (findBlock(assignment) ?? findBelow(assignment)) : undefined
  return findListItems(assignment) ?? below ?? (onlyLists ? NONE : asList(findBareValue(skipYamlTag(assignment))))
}

const asList = (span: Span | undefined): readonly Span[] => (span ? [span] : NONE)

/** `password: !!str value`, `password: &anchor value`. */
function skipYamlTag(assignment: Assignment): Assignment {
  const tag = assignment.separator === ':' ? matchAt(YAML_TAG, assignment.text, assignment.valueStart) : null
  return tag ? { ...assignment, valueStart: assignment.valueStart + tag[0].length } : assignment
}

function findQuotedValue({ text, name, kind, valueStart, ...rest }: Assignment, quote: string): Span | undefined {
  let end = valueStart
  const limit = Math.min(text.length, valueStart + 4096)
  while (end < limit && !text.startsWith(quote, end) && text[end] !== '\n') end += text[end] === '\\' && quote.length === 1 ? 2 : 1
  const value = text.slice(valueStart, end)
  const secret =
    isEnvironmentName(name) && rest.separator === '=' && rest.blanks === ''
      ? !isReference(value) && !isUnset(value)
      : isQuotedSecret({ kind, name, value }) ||
        (isHeaderName(name) && hasSchemeAndValue(value)) ||
        (rest.isTight && isKebab(name) && isHeaderWord(value))
  return secret ? { start: valueStart, end: Math.min(end, text.length) } : undefined
}

function findBareValue(assignment: Assignment): Span | undefined {
  const { text, name, separator, blanks, valueStart } = assignment
  if (isHeaderName(name) && separator === ':') return findHeaderValue(assignment)
  const header = isKebab(name) && separator === ':' && blanks !== '' && !assignment.isQuotedName ? findHeaderWord(assignment) : undefined
  if (header) return header
  if (isEnvironmentName(name) && separator === '=' && blanks === '') return findLineValue(assignment)
  const value = matchAt(BARE_VALUE, text, valueStart)?.[0]
  if (value === undefined) return undefined
  const end = valueStart + value.length
  if (separator === '>' ? !text.startsWith('</', end) : /[([{<`]/.test(text[end] ?? '')) return undefined
  const isSecret = isBareSecret(assignment.kind, value, mayBeWord(assignment, end)) && (!isCode(assignment, end) || isRandom(value))
  return isSecret || isInQuery(assignment, value) ? { start: valueStart, end } : undefined
}

/** `?access_token=word`: there is no code in a query string. */
const isInQuery = ({ text, nameStart, separator, blanks }: Assignment, value: string): boolean =>
  separator === '=' && blanks === '' && /[?&]/.test(text[nameStart - 1] ?? '') && isHeaderWord(value)

/** `X-Auth-Token: value`: one word up to the end of the line or of the surrounding quotes. */
function findHeaderWord({ text, valueStart }: Assignment): Span | undefined {
  const [value = ''] = /^[^\s"'`\\]{0,4096}/.exec(text.slice(valueStart, valueStart + 4096)) ?? []
  const isAlone = /^[ \t]*(?:["'`\\\r\n]|$)/.test(text.slice(valueStart + value.length, valueStart + value.length + 16))
  return isAlone && isHeaderWord(value) ? { start: valueStart, end: valueStart + value.length } : undefined
}

const VERSION = /^[\^~<>=v]*\d+(?:\.[\dx*]+)+/
const EXAMPLE = /^(?:your|my|the|some|an?|example|sample)[-_ ]|^[A-Z][A-Z_]*$|^[A-Za-z_$][\w$]*(?:\.[\w$]+)+$|[({[]/

const isHeaderWord = (value: string): boolean =>
  /^[!-~]{6,}$/.test(value) &&
  !VERSION.test(value) &&
  !isReference(value) &&
  !isPlaceholder(value) &&
  !EXAMPLE.test(value) &&
  !ABOUT_SECRETS.test(value)

/** `NAME=value` up to the end of the word: a password may contain any character. */
function findLineValue({ text, valueStart }: Assignment): Span | undefined {
  const value = matchAt(LINE_VALUE, text, valueStart)?.[0].replace(/["'`,;)}\]]+$/, '')
  if (value === undefined || isReference(value) || isUnset(value) || /^[A-Za-z_][\w.]*[([]/.test(value)) return undefined
  return { start: valueStart, end: valueStart + value.length }
}

/** `Authorization: Scheme value`, `Cookie: a=b; c=d`: everything up to the end of the line or of the surrounding quotes. */
function findHeaderValue({ text, name, valueStart }: Assignment): Span | undefined {
  // Decided by its first characters: in a text of nothing but header names, each must not be scanned to the end of the line.
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

/** In YAML and query strings a plain word may be a password; in code a word is a variable. */
function mayBeWord({ text, nameStart, separator, blanks }: Assignment, end: number): boolean {
  const lineStart = /(?:^|[\r\n]|\\n)[+-]?[ \t]*(?:- )?["']?$/.test(text.slice(Math.max(0, nameStart - 64), nameStart))
  const lineEnd = /^[ \t]*(?:#|\\[nr]|\r|\n|$)/.test(text.slice(end, end + 16))
  if (separator === ':') return lineStart && lineEnd && blanks !== ''
  return separator === '=' && blanks === '' && (lineStart ? lineEnd : /[?&;]/.test(text[nameStart - 1] ?? ''))
}

/** In code with blanks around `=` or `:`, a bare value is an expression unless it is alone on its line. */
function isCode({ text, separator, blanks, kind }: Assignment, end: number): boolean {
  const standsAlone = /^[ \t]*(?:#|\\[nr]|\r|\n|$)/.test(text.slice(end, end + 16))
  if (separator === '' || separator === '>') return false
  if (blanks !== '') return !standsAlone
  return kind === 'token' && separator === ':' && !standsAlone
}

const isEnvironmentName = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name)
const ABOUT_SECRETS =
  /^(?:(?:api|app|auth|access|refresh|user|client|csrf|xsrf|x|private|public|secret|session|bearer|service|admin|id)[._-]?)*(?:token|key|secret|auth|password|jwt|cookie|id|header|value)s?$/i
const isKebab = (name: string): boolean => /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+$/.test(name)
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
