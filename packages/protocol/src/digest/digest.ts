// JSON values that are stored or compared: what is refused, their canonical text, the SHA-256 over it that binds an answer to a call, and the
// references that stand for long texts.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { Failure } from '../failure/failure.ts'
import { LIMITS } from '../limits/limits.ts'
import { type Sentence, sentence } from '../sentence/sentence.ts'

// Canonical JSON: the same value always has the same text, so that a digest binds meaning and not the order of keys.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Everything that is stored or compared passes through here, so values that cannot be are refused once, for every channel. */
export function canonicalJson(value: unknown): string {
  const problem = jsonProblem(value)
  if (problem) throw new Failure('INVALID_ARGUMENTS', { subject: problem })
  return canonicalText(value)
}

function canonicalText(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => (item === undefined ? 'null' : canonicalText(item))).join(',')}]`
  if (typeof value === 'object') return canonicalObject(value as Record<string, unknown>)
  throw new TypeError(`a ${typeof value} has no canonical form`)
}

function canonicalObject(object: Record<string, unknown>): string {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined)
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(object[key])}`)
    .join(',')}}`
}

// Valid JSON that no code here may get: values so deep that walking them overflows the stack, and numbers like 1e400,
// which parse as infinite. Checked level by level, so that the depth itself does no harm.

/** Why the value cannot be used, as a sentence; undefined if it can. */
export function jsonProblem(value: unknown): Sentence | undefined {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (level.some((item) => typeof item === 'number' && !Number.isFinite(item))) return sentence('problem.json-number')
    if (depth > LIMITS.maxJsonDepth) return TOO_DEEP
    level = level.filter(isNested).flatMap((item) => Object.values(item))
  }
  return undefined
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

// The number of keys and list elements in a JSON text, counted without parsing it. Work on a value
// grows with their number, so a text with too many is refused before it is parsed.

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,:[]{}'].map((character) =>
  character.charCodeAt(0),
)

/** Why the text should not be parsed, as a sentence; undefined if it is small enough, or not JSON. */
export function jsonTextProblem(text: string, maxValues: number = LIMITS.maxJsonValues): Sentence | undefined {
  const isList: boolean[] = []
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COLON || (code === COMMA && isList.at(-1))) values++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (isList.push(code === OPEN_LIST) > LIMITS.maxJsonDepth) return TOO_DEEP
      // The first element of a list has no comma before it.
      if (code === OPEN_LIST) values++
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) isList.pop()
    if (values > maxValues) return tooMany(maxValues)
  }
  return undefined
}

/** The index of its closing quote; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** The same for a parsed value; stops counting at the limit. */
export function valuesProblem(value: unknown, maxValues: number): Sentence | undefined {
  const waiting: unknown[] = [value]
  let values = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    values += inner.length
    if (values > maxValues) return tooMany(maxValues)
    for (const one of inner) if (typeof one === 'object' && one !== null) waiting.push(one)
  }
  return undefined
}

const TOO_DEEP = sentence('problem.json-depth', { count: LIMITS.maxJsonDepth })

const tooMany = (maxValues: number): Sentence => sentence('problem.json-values', { limit: maxValues.toLocaleString('en') })

export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in hex')
export type Digest = z.infer<typeof digestSchema>

/** The content of each file that a call changes, as the runner saw it; null where there was no file. */
export const baseDigestsSchema = z.record(z.string(), digestSchema.nullable())
export type BaseDigests = z.infer<typeof baseDigestsSchema>

export const digestOf = (content: string | Uint8Array): Digest =>
  bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content))

export interface DigestedCall {
  readonly tool_name: string
  readonly tool_params: unknown
  readonly network: boolean
}

/** `cwd` and `timeout` are parameters of the tools that have them, so the canonical parameters hold them already. */
export const callDigest = ({ tool_name, tool_params, network }: DigestedCall): Digest =>
  digestOf(canonicalJson({ tool_name, tool_params, network }))

export interface BodyReference {
  readonly $body: Digest
}

type Fields = Readonly<Record<string, unknown>>

export function isBodyReference(value: unknown): value is BodyReference {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false
  return digestSchema.safeParse((value as { $body?: unknown }).$body).success
}

export const hasReference = (fields: Fields): boolean => Object.values(fields).some(isBodyReference)

/** The reference that stands for this text. */
export const referenceTo = (text: string): BodyReference => ({ $body: digestOf(text) })

export const findReferences = (fields: Fields): Record<string, BodyReference> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, BodyReference] => isBodyReference(entry[1])))

/** For reading the other fields: a reference without a text in `texts` becomes an empty text. */
export const withTexts = (fields: Fields, texts: Readonly<Record<string, string>> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isBodyReference(value) ? (texts[name] ?? '') : value]))

/** Replaces every text over `maxBytes` by a reference; `store` keeps its bytes and returns their digest. */
export async function storeLongTexts<Given extends object>(
  fields: Given,
  store: (content: Uint8Array<ArrayBuffer>) => Promise<Digest>,
  maxBytes: number = LIMITS.inlineValueBytes,
): Promise<Given> {
  const replaced = await mapFields(fields, async (value) => {
    // A UTF-16 unit takes at most three bytes: most texts need not be encoded to know that they fit.
    if (typeof value !== 'string' || value.length * 3 <= maxBytes) return value
    const content = new TextEncoder().encode(value)
    return content.length > maxBytes ? { $body: await store(content) } : value
  })
  return replaced as Given
}

/** Replaces every reference by what `fetch` gives for it; where that is undefined, the reference stays. */
export async function resolveReferences<Given extends object>(
  fields: Given,
  fetch: (digest: Digest, name: string) => Promise<string | undefined>,
): Promise<Given> {
  if (!Object.values(fields).some(isBodyReference)) return fields
  const resolve = async (value: unknown, name: string) => (isBodyReference(value) ? ((await fetch(value.$body, name)) ?? value) : value)
  return (await mapFields(fields, resolve)) as Given
}

/** The text of a body, or of its beginning. */
export const bodyText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** The same, but throws where the bytes are not UTF-8. */
export const strictBodyText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)

const mapFields = async (fields: object, map: (value: unknown, name: string) => Promise<unknown>): Promise<object> =>
  Object.fromEntries(await Promise.all(Object.entries(fields).map(async ([name, value]) => [name, await map(value, name)] as const)))
