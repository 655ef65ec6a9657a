// Documents whose kind makes their fields secret, and addresses with their own way to include a password.

import { isWrittenOut } from '../assigned/literals.ts'
import type { Span } from '../assigned/multi-line-values.ts'
import type { SecretFormat } from './format.ts'

/** Characters on each side of the literal that announces the document. */
const MAX_CHARACTERS = 4096
const JWK_FIELD = /\\{0,3}"(?:d|p|q|dp|dq|qi|k)\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"([\w-]{16,2048})/g
const JSON_DATA = /"(?:data|stringData)"\s{0,4}:\s{0,4}\{([^{}]{0,4000})\}/g
const JSON_TEXT = /:\s{0,4}"((?:[^"\\]|\\.){1,4000})"/g
const SECRET_KIND = /^kind: ["']?Secret["']?[ \t]*\r?(?:\n|$)/
const YAML_LINE = /^([ \t]*)([\w.\-/]{1,128}|"[^"\n]{1,128}"):[ \t]*(?:[|>][+-]?)?(.*)$/

export const DOCUMENT_FORMATS: readonly SecretFormat[] = [
  { name: 'JSON web key', triggers: ['"kty', '\\"kty'], find: findKeyFields },
  { name: 'Kubernetes secret', triggers: ['kind: secret', 'kind: "secret"', "kind: 'secret'"], find: findSecretData },
  { name: 'Kubernetes secret in JSON', triggers: ['"kind":"secret"', '"kind": "secret"'], find: findJsonData },
  {
    name: 'Oracle address with a password',
    triggers: ['jdbc:oracle:'],
    pattern: /(jdbc:oracle:\w{1,8}:[^\s/@"']{1,64}\/)[^\s@"']{1,128}(?=@)/iy,
    accept: isWrittenOut,
  },
  {
    name: 'pgpass line',
    triggers: [':5432:', ':*:*:'],
    pattern: /(:(?:5432|\*):[\w*.-]{1,64}:[\w*.-]{1,64}:)[^\s:"']{3,128}(?=\s|$)/y,
    accept: isWrittenOut,
  },
  {
    name: 'credentials as arguments',
    triggers: ['NetworkCredential(', 'auth=(', 'basic_auth(', 'ConvertTo-SecureString '],
    pattern:
      /((?:(?:NetworkCredential|auth=|basic_auth) ?\(\s{0,4}["'][^"'\r\n]{0,64}["']\s{0,4},\s{0,4}(?:Some\()?|ConvertTo-SecureString (?:-String )?)["'])[^"'\r\n]{3,256}(?=["'])/iy,
    accept: isWrittenOut,
  },
  { name: 'password through a pipe', triggers: ['--password-stdin', 'sudo -S'], find: findBeforePipe },
  { name: 'MySQL address with a password', triggers: ['@tcp(', '@unix('], find: findBeforeHost },
]

/** The surrounding object: from the brace before to the brace after. */
function findKeyFields(text: string, at: number): Span[] {
  const before = text.slice(Math.max(0, at - MAX_CHARACTERS), at)
  const open = before.lastIndexOf('{')
  if (open < 0) return []
  const start = at - before.length + open + 1
  const after = text.slice(at, at + MAX_CHARACTERS)
  const brace = after.indexOf('}')
  const end = at + (brace < 0 ? after.length : brace)
  return [...text.slice(start, end).matchAll(JWK_FIELD)].map((match) => groupSpan(start, match))
}

const groupSpan = (offset: number, { index, 0: whole, 1: value = '' }: RegExpExecArray): Span => {
  const start = offset + index + whole.lastIndexOf(value)
  return { start, end: start + value.length }
}

function findJsonData(text: string, at: number): Span[] {
  const start = Math.max(0, at - MAX_CHARACTERS)
  return [...text.slice(start, at + MAX_CHARACTERS).matchAll(JSON_DATA)].flatMap((block) => {
    const fields = groupSpan(start, block)
    return [...text.slice(fields.start, fields.end).matchAll(JSON_TEXT)].map((match) => groupSpan(fields.start, match))
  })
}

interface DocumentLine {
  readonly text: string
  readonly start: number
}

/** Below `data:` or `stringData:` of the same document, every value is secret, whatever its name. */
function findSecretData(text: string, at: number): Span[] {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const indent = text.slice(lineStart, at)
  if (!/^[ \t]{0,64}(?:- )?$/.test(indent) || !SECRET_KIND.test(text.slice(at, at + 32))) return []
  const spans: Span[] = []
  let isData = false
  for (const { text: line, start } of documentAround(text, at, indent.replace('- ', '  '))) {
    if (line.trim() === '') continue
    if (indentOf(line) <= indent.length) isData = /^[ \t]*(?:- )?(?:data|stringData):[ \t]*\r?$/.test(line)
    else if (isData) spans.push(...valueOfLine(line, start))
  }
  return spans
}

/** From the end of the previous document, or of its own `kind`, to the beginning of the next. */
function documentAround(text: string, at: number, indent: string): DocumentLine[] {
  const from = Math.max(0, at - MAX_CHARACTERS)
  const before = text.slice(from, at)
  const ends = ['\n---', `\n${indent}kind:`]
  const first = Math.max(...ends.map((end) => before.lastIndexOf(end) + 1), from === 0 ? 0 : before.indexOf('\n') + 1)
  const after = text.slice(at, at + MAX_CHARACTERS)
  const last = Math.min(...ends.map((end) => after.indexOf(end)).map((found) => (found < 0 ? after.length : found)))
  const lines: DocumentLine[] = []
  let start = from + first
  for (const line of (before.slice(first) + after.slice(0, last)).split('\n')) {
    lines.push({ text: line, start })
    start += line.length + 1
  }
  return lines
}

const indentOf = (line: string): number => line.length - line.trimStart().length

function valueOfLine(line: string, start: number): Span[] {
  const value = (YAML_LINE.exec(line)?.[3] ?? line).trim().replace(/^["']|["']$/g, '')
  if (value === '' || !isWrittenOut(value)) return []
  const at = start + line.lastIndexOf(value)
  return [{ start: at, end: at + value.length }]
}

/** `user:password@tcp(host)/db`: the password comes before the literal that announces it. */
function findBeforeHost(text: string, at: number): Span[] {
  const before = /:([^\s:@/"'`]{3,128})$/.exec(text.slice(Math.max(0, at - 160), at))?.[1]
  return before && isWrittenOut(before) ? [{ start: at - before.length, end: at }] : []
}

/** `echo password | docker login --password-stdin`, on one line. */
function findBeforePipe(text: string, at: number): Span[] {
  const before = text.slice(Math.max(0, at - 256), at)
  const match = /(?:echo|printf)(?: -n| ["']?%s(?:\\n)?["']?){0,2} ["']?([^\s"'|]{3,128})["']? {0,4}\|[^|\r\n]{0,128}$/.exec(before)
  return match?.[1] && isWrittenOut(match[1]) ? [groupSpan(at - before.length, match as RegExpExecArray)] : []
}
