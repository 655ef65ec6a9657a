// How SQLite stores each kind. Ids and digests are stored as bytes and times as milliseconds, which halves a row and keeps their
// order. JSON is packed without loss. A value that is not in its usual form is stored as text, so that every value is read back
// unchanged.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Codec, Dialect, SqlValue } from '../sql/kinds.ts'
import { WORDS } from './packed-words.ts'

/** The same few ids and times are stored repeatedly while a call runs, so the latest conversions are cached. */
export function rememberLatest<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= limit) known.clear()
    const value = make(key)
    known.set(key, value)
    return value
  }
}

const FIRST_CODE = 0x80
const codeOf = new Map(WORDS.map((word, index) => [word, String.fromCharCode(FIRST_CODE + index)]))

/** Longest first, because the first match is taken. */
export const WORD_PATTERN: string = WORDS.toSorted((a, b) => b.length - a.length)
  .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  .join('|')

export const codeOfWord = (word: string): string => codeOf.get(word) as string

export const wordOfCode = (code: string): string => WORDS[code.charCodeAt(0) - FIRST_CODE] ?? code

// Packs JSON text without loss: quoted ids, digests and times become a mark and their bytes, frequent words become one byte. JSON
// contains no control characters, so the marks cannot occur in it; text that is not plain ASCII is left unchanged.

const QUOTED =
  /"(?:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|([0-9a-f]{64})|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z))"/
const PACKED = new RegExp(`${QUOTED.source}|${WORD_PATTERN}`, 'g')
// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters, which is the point
const MARKED = /\x01([\s\S]{16})|\x02([\s\S]{32})|\x03([\s\S]{6})|[\x80-\xff]/g
const PLAIN = /^[\x20-\x7e]*$/
const TIME_DIGITS = 12
const MAX_REMEMBERED_TEXTS = 1000

export function packText(text: string): Uint8Array | string {
  return PLAIN.test(text) ? Buffer.from(text.replace(PACKED, packOne), 'latin1') : text
}

export function unpackText(packed: Uint8Array | string): string {
  if (typeof packed === 'string') return packed
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('latin1').replace(MARKED, unpackOne)
}

const packOne = (found: string, id?: string, digest?: string, time?: string): string => {
  if (digest) return `\x02${bytesOf(digest)}`
  if (id) return packedId(found)
  return time ? packedTime(found) : codeOfWord(found)
}

const packedId = rememberLatest(MAX_REMEMBERED_TEXTS, (quoted: string) => `\x01${bytesOf(quoted.replaceAll(/["-]/g, ''))}`)

const packedTime = rememberLatest(MAX_REMEMBERED_TEXTS, (quoted: string) => {
  const milliseconds = Date.parse(quoted.slice(1, -1))
  const isExact = milliseconds >= 0 && new Date(milliseconds).toISOString() === quoted.slice(1, -1)
  return isExact ? `\x03${bytesOf(milliseconds.toString(16).padStart(TIME_DIGITS, '0'))}` : quoted
})

function unpackOne(marked: string, id?: string, digest?: string, time?: string): string {
  if (id) return `"${dashed(hexOf(id))}"`
  if (digest) return `"${hexOf(digest)}"`
  if (!time) return wordOfCode(marked)
  return `"${new Date(Number.parseInt(hexOf(time), 16)).toISOString()}"`
}

const bytesOf = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1')
const hexOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('hex')

export const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

// Packs a compact JWS into a third of its size: the raw signature, then header and claims as packed text. A JWS that would not be
// restored exactly is left unchanged.

const SIGNATURE_BYTES = 64
/** More than are open at a time. A clearance is written, read and written again while its call runs. */
const MAX_REMEMBERED_TOKENS = 512

/** One per open database. It remembers the latest tokens, so that a running call packs its clearance once. */
export function createJwsPacker() {
  const packedOf = new Map<string, Uint8Array>()
  const jwsOf = new Map<string, string>()
  const remember = (jws: string, packed: Uint8Array) => {
    if (packedOf.size >= MAX_REMEMBERED_TOKENS) forgetAll()
    packedOf.set(jws, packed)
    jwsOf.set(textOf(packed), jws)
  }
  const forgetAll = () => {
    packedOf.clear()
    jwsOf.clear()
  }
  return {
    pack: (jws: string): Uint8Array | string => {
      const known = packedOf.get(jws)
      if (known) return known
      const packed = packJws(jws)
      if (typeof packed !== 'string') remember(jws, packed)
      return packed
    },
    unpack: (packed: Uint8Array | string): string =>
      typeof packed === 'string' ? packed : (jwsOf.get(textOf(packed)) ?? unpackJws(packed)),
  }
}

export function packJws(jws: string): Uint8Array | string {
  const [header = '', claims = '', signature = '', ...rest] = jws.split('.')
  const text = `${decode(header)} ${decode(claims)}`
  const raw = Buffer.from(signature, 'base64url')
  const isExact = rest.length === 0 && joined(text, raw) === jws && raw.length === SIGNATURE_BYTES
  const packed = isExact ? packText(text) : jws
  return typeof packed === 'string' ? jws : Buffer.concat([raw, packed])
}

export function unpackJws(packed: Uint8Array | string): string {
  if (typeof packed === 'string') return packed
  return joined(unpackText(packed.subarray(SIGNATURE_BYTES)), Buffer.from(packed.subarray(0, SIGNATURE_BYTES)))
}

/** Header and claims are separated by a space; our headers contain none. */
function joined(text: string, signature: Buffer): string {
  const between = text.indexOf(' ')
  return `${encode(text.slice(0, between))}.${encode(text.slice(between + 1))}.${signature.toString('base64url')}`
}

const decode = (part: string): string => Buffer.from(part, 'base64url').toString('latin1')
const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64url')
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

// Medium-sized JSON is deflated, because results are mostly text. Small values gain nothing, and large ones would block the
// thread.

const MIN_CHARACTERS = 400
const MAX_CHARACTERS = 16 * 1024
const SETTINGS = { level: 3, windowBits: 12 }

export function packJson(text: string): Uint8Array | string {
  if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS) return text
  const packed = deflateRawSync(text, SETTINGS)
  return packed.length < text.length * 0.8 ? packed : text
}

export const unpackJson = (packed: Uint8Array | string): string =>
  typeof packed === 'string' ? packed : inflateRawSync(packed, { windowBits: SETTINGS.windowBits }).toString('utf8')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const DIGEST = /^[0-9a-f]{64}$/
const UUID_LENGTH = 36
const TIME_LENGTH = 24
const REMEMBERED = 1000

const asIs = (value: unknown): SqlValue => (value === undefined ? null : (value as SqlValue))
const asHex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

const plain: Codec = { encode: asIs, decode: (value) => value }

const boolean: Codec = {
  encode: (value) => (typeof value === 'boolean' ? Number(value) : asIs(value)),
  decode: (value) => (value === null ? null : value === 1),
}

const json: Codec = {
  encode: (value) => (value === null || value === undefined ? null : packJson(JSON.stringify(value))),
  decode: (value) => (value === null ? null : JSON.parse(unpackJson(value as Uint8Array | string))),
}

const bytesOfId = rememberLatest(
  REMEMBERED,
  (text: string): SqlValue => (UUID.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : text),
)

const id: Codec = {
  encode: (value) => (typeof value === 'string' && value.length === UUID_LENGTH ? bytesOfId(value) : asIs(value)),
  decode: (value) => (value instanceof Uint8Array ? dashed(asHex(value)) : value),
}

const log: Codec = {
  encode: (value) => packText(value as string),
  decode: (value) => unpackText(value as Uint8Array | string),
}

const jwsCodec = ({ pack, unpack }: ReturnType<typeof createJwsPacker>): Codec => ({
  encode: (value) => (typeof value === 'string' ? pack(value) : asIs(value)),
  decode: (value) => (value === null ? null : unpack(value as Uint8Array | string)),
})

const digest: Codec = {
  encode: (value) => (typeof value === 'string' && DIGEST.test(value) ? Buffer.from(value, 'hex') : asIs(value)),
  decode: (value) => (value instanceof Uint8Array ? asHex(value) : value),
}

const millisecondsOf = rememberLatest(REMEMBERED, (text: string): SqlValue => {
  const milliseconds = Date.parse(text)
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text ? milliseconds : text
})

const textOfTime = rememberLatest(REMEMBERED, (milliseconds: number) => new Date(milliseconds).toISOString())

const time: Codec = {
  encode: (value) => (typeof value === 'string' && value.length === TIME_LENGTH ? millisecondsOf(value) : asIs(value)),
  decode: (value) => (typeof value === 'number' ? textOfTime(value) : value),
}

export const createSqliteDialect = (): Dialect => ({
  codecs: { text: plain, integer: plain, boolean, json, log, jws: jwsCodec(createJwsPacker()), id, digest, time },
  placeholder: () => '?',
  useIndex: (name) => ` INDEXED BY ${name}`,
})
