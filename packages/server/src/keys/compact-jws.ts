// Compact JWS with Ed25519, signed synchronously: a clearance is signed inside a transaction, which must not wait.
import { type KeyObject, sign, verify } from 'node:crypto'

const encodePart = (value: string | Uint8Array): string => Buffer.from(value as Uint8Array).toString('base64url')

export interface JwsSigner {
  sign(claims: object): string
}

export function createJwsSigner(key: KeyObject, typ: string): JwsSigner {
  const header = encodePart(JSON.stringify({ alg: 'EdDSA', typ }))
  return {
    sign: (claims) => {
      const input = `${header}.${encodePart(JSON.stringify(claims))}`
      return `${input}.${encodePart(sign(null, Buffer.from(input), key))}`
    },
  }
}

/** The claims, or undefined where the signature, the algorithm or the type is not what it must be. */
export function verifyJws(jws: string, key: KeyObject, typ: string): unknown {
  const [header = '', payload = '', signature = '', ...rest] = jws.split('.')
  if (rest.length > 0) return undefined
  const input = Buffer.from(`${header}.${payload}`)
  if (!verify(null, input, key, Buffer.from(signature, 'base64url'))) return undefined
  const { alg, typ: given } = parsePart(header) as { alg?: unknown; typ?: unknown }
  return alg === 'EdDSA' && given === typ ? parsePart(payload) : undefined
}

const parsePart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
