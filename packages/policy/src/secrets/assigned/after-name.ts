// What may come between a secret's name and its value, besides `=` and `:`: a type, a call, a tag, a column, shell syntax. Group 1 of
// `after` is the quote before the value, empty if there is none. `before` is tried only if `after` matched.
import { isOpaque, isQuotedSecret, isReference, isUnset } from './literals.ts'
import type { NamedValue, Span } from './multi-line-values.ts'

type Rule = 'explicit' | 'quoted' | 'opaque' | 'random'

interface Form {
  readonly after: RegExp
  readonly before?: RegExp
  readonly rule: Rule
  readonly onlyFor?: RegExp
}

const MAX_BEFORE = 96

const FORMS: readonly Form[] = [
  // `password: string = "…"`, `const dbPassword string = "…"`, `API_KEY: &str = "…"`
  { after: /\??:[ \t]{0,4}(?:&(?:'static )?)?[A-Za-z_][\w.<>[\]|&?*]{0,40}[ \t]{0,4}=(?![=>])[ \t]{0,4}(["'`])/y, rule: 'quoted' },
  { after: /[ \t]{1,4}[A-Za-z_*[\]][\w.[\]*]{0,40}[ \t]{1,4}:?=(?![=>])[ \t]{1,4}(["'`])/y, rule: 'quoted' },
  {
    // Dockerfile, csh, Windows and fish
    before: /(?:^|[\s;&|(])(?:setenv|setx|ENV|ARG|set(?:[ \t]+-{1,2}[A-Za-z-]{1,20}){1,4})[ \t]{1,4}$/,
    after: /[ \t]{1,4}(["']?)/y,
    rule: 'explicit',
  },
  { before: /#[ \t]{0,4}define[ \t]{1,8}$/, after: /[ \t]{1,32}(")/y, rule: 'quoted' },
  {
    before: /(?:configure[ \t]+set|config(?:[ \t]+(?:set|add|--[a-z-]{1,20})){0,3})[ \t]+[^\s]{0,60}$/,
    after: /[ \t]{1,4}(["']?)/y,
    rule: 'opaque',
  },
  {
    before: /secrets[ \t]+set[ \t]+["']?[\w:.-]{0,60}$/,
    after: /["']?[ \t]{1,4}(?!-)(["']?)/y,
    rule: 'explicit',
  },
  { before: /(?:^|[\s;])$/, onlyFor: /pw$/i, after: /[ \t]{1,16}(["']?)/y, rule: 'explicit' },
  { before: /secret[ \t]+set[ \t]+$/, after: /[ \t]{1,4}(?:--body|-b)[ =](["']?)/y, rule: 'explicit' },
  {
    // `- name: DB_PASSWORD` and `value: …` below it; `{"name": …, "value": …}`; `<property name="…" value="…"/>`
    before: /["']?(?:name|key)["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?$/i,
    after: /\\{0,3}["']?[ \t]{0,4},?\s{0,40}\\{0,3}["']?value\\{0,3}["']?\s{0,4}[:=]\s{0,4}(\\{0,3}["']?)/y,
    rule: 'explicit',
  },
  { before: /<key>$/, after: /<\/key>\s{0,32}<string>()/y, rule: 'explicit' },
  { before: /<(?:[\w.-]{1,32}:)?$/, after: /[ \t][^<>]{1,128}>()/y, rule: 'explicit' },
  { before: /name=["']$/, after: /["']\r?\n(?:[A-Za-z-]{1,40}: [^\r\n]{0,120}\r?\n){0,3}\r?\n()/y, rule: 'explicit' },
  {
    before: /\bvariable[ \t]+["']$/,
    after: /["'][ \t]{0,4}\{\s{0,16}(?:[^{}\r\n]{0,120}\r?\n\s{0,16}){0,6}?default[ \t]{0,8}=[ \t]{0,4}(["'])/y,
    rule: 'quoted',
  },
  {
    // `define('DB_PASSWORD', '…')`, `setProperty("password", "…")`, `headers.append("X-Auth-Token", "…")`
    before: /\b\w{0,24}(?:define|set|put|add|append|env|header|property)\w{0,16}\s{0,2}\(\s{0,4}["']$/i,
    after: /["']\s{0,4},\s{0,4}(["'])/y,
    rule: 'quoted',
  },
  { before: /(?:^|[\s([{]):$/, after: /[ \t]{1,2}(")/y, rule: 'quoted' },
  { before: /\((?:setq|def|defvar|defconst|define)[ \t]+$/, after: /[ \t]{1,4}(")/y, rule: 'quoted' },
  { onlyFor: /^password$/i, after: /\((')/y, rule: 'quoted' },
  { before: /(?:^|\n)[ \t|]{0,8}$/, after: /(?:[ \t]{0,32}\|[ \t]{0,32}|[ \t]{2,64}|\t)()/y, rule: 'opaque' },
  { after: / (?:is|was):? (["'`]?)/y, rule: 'random' },
]

/** `end` is the end of the name. */
export function findInForm(named: Omit<NamedValue, 'valueStart'>, end: number): Span | undefined {
  const { text, name, nameStart } = named
  for (const { before, after, rule, onlyFor } of FORMS) {
    after.lastIndex = end
    const match = after.exec(text)
    if (!match || onlyFor?.test(name) === false) continue
    if (before && !before.test(text.slice(Math.max(0, nameStart - MAX_BEFORE), nameStart))) continue
    const span = valueSpan(text, end + match[0].length, match[1] ?? '')
    if (span && isSecret(rule, named, text.slice(span.start, span.end))) return span
  }
  return undefined
}

function valueSpan(text: string, start: number, quote: string): Span | undefined {
  const rest = text.slice(start, start + 4096)
  if (quote === '') {
    const value = /^(?![{(])[^\s<>"'`|,;)}\]]+/.exec(rest)?.[0]
    return value && !/^[([{]/.test(rest.slice(value.length)) ? { start, end: start + value.length } : undefined
  }
  const found = rest.indexOf(quote)
  const line = rest.search(/[\r\n]/)
  return found <= 0 || (line >= 0 && line < found) ? undefined : { start, end: start + found }
}

function isSecret(rule: Rule, { kind, name }: Omit<NamedValue, 'valueStart'>, value: string): boolean {
  if (isReference(value) || isUnset(value) || value.length < 3) return false
  if (rule === 'explicit') return !/^[A-Za-z_][\w.]*\(/.test(value)
  if (rule === 'quoted') return /^[A-Z][A-Z0-9_]*$/.test(name) || isQuotedSecret({ kind, name, value })
  return rule === 'random' ? isRandom(value) && !/[_-]/.test(value) : isOpaque(value)
}

/** No variable has such a name: digits and both cases, without the structure of words. */
export const isRandom = (value: string): boolean =>
  isOpaque(value) && value.length >= 10 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d[A-Za-z]/.test(value)
