// How SQLite keeps each kind. Ids and digests are stored as bytes and times as milliseconds, which halves a row and keeps
// their order; a value that is not in its usual form is kept as text, so whatever went in comes out.
import type { Codec, Dialect, SqlValue } from '../sql/kinds.ts'
import { createJwsPacker, dashed, packJson, packText, rememberLatest, unpackJson, unpackText } from './packed-json.ts'

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
