// Compact JWS with Ed25519, signed synchronously: a clearance is signed inside a transaction, which must not wait.
import { type KeyObject, sign, verify } from 'node:crypto'

export interface JwsSigner {
  sign(claims: object): string
}

export function createJwsSigner(key: KeyObject, typ: string): JwsSigner {
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ })).toString('base64url')
  return {
    sign: (claims) => {
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
    },
  }
}

/** The claims, or undefined if the signature, the algorithm or the type is wrong. */
export function verifyJws(jws: string, key: KeyObject, typ: string): unknown {
  const [header = '', payload = '', signature = '', ...rest] = jws.split('.')
  if (rest.length > 0) return undefined
  const input = Buffer.from(`${header}.${payload}`)
  if (!verify(null, input, key, Buffer.from(signature, 'base64url'))) return undefined
  const { alg, typ: given } = parsePart(header) as { alg?: unknown; typ?: unknown }
  return alg === 'EdDSA' && given === typ ? parsePart(payload) : undefined
}

const parsePart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
