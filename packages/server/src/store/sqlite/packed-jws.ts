// A compact JWS in a third of its bytes: the signature raw, then header and claims as packed text.
// What is not exactly restorable is left as it is.
import { packText, unpackText } from './packed-text.ts'

const SIGNATURE_BYTES = 64
/** More than are open at a time: a clearance is written, read and written again while its call runs. */
const REMEMBERED = 512

/** One for each open database; it remembers the latest ones, so that a running call packs its clearance once. */
export function createJwsPacker() {
  const packedOf = new Map<string, Uint8Array>()
  const jwsOf = new Map<string, string>()
  const remember = (jws: string, packed: Uint8Array) => {
    if (packedOf.size >= REMEMBERED) forgetAll()
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

/** Header and claims have a space between them; a header of ours has none inside. */
function joined(text: string, signature: Buffer): string {
  const between = text.indexOf(' ')
  return `${encode(text.slice(0, between))}.${encode(text.slice(between + 1))}.${signature.toString('base64url')}`
}

const decode = (part: string): string => Buffer.from(part, 'base64url').toString('latin1')
const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64url')
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
