// JSON text in fewer bytes, exactly restorable: quoted ids, digests and times become a mark and their bytes, frequent words a byte.
// JSON never holds control characters, so the marks cannot occur in it; text that is not plain ASCII is left as it is.
import { codeOfWord, WORD_PATTERN, wordOfCode } from './packed-words.ts'
import { rememberLatest } from './remember-latest.ts'

const QUOTED =
  /"(?:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|([0-9a-f]{64})|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z))"/
const PACKED = new RegExp(`${QUOTED.source}|${WORD_PATTERN}`, 'g')
// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters, which is the point
const MARKED = /\x01([\s\S]{16})|\x02([\s\S]{32})|\x03([\s\S]{6})|[\x80-\xff]/g
const PLAIN = /^[\x20-\x7e]*$/
const TIME_DIGITS = 12
const REMEMBERED = 1000

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

const packedId = rememberLatest(REMEMBERED, (quoted: string) => `\x01${bytesOf(quoted.replaceAll(/["-]/g, ''))}`)

const packedTime = rememberLatest(REMEMBERED, (quoted: string) => {
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
