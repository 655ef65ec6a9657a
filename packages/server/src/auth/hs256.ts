// Tokens signed with a shared secret: JWS with HS256 only. The algorithm is never taken from a token, only compared.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { sentence } from '@countersign/protocol'
import { unauthorized } from './claims.ts'

const HEADER = encode({ alg: 'HS256', typ: 'JWT' })
const MAX_TOKEN_CHARACTERS = 8192

export function signHs256(payload: object, secret: Uint8Array): string {
  const signed = `${HEADER}.${encode(payload)}`
  return `${signed}.${signatureOf(signed, secret).toString('base64url')}`
}

export function verifyHs256(token: string, secret: Uint8Array): unknown {
  const [header, payload, signature, ...rest] = token.length > MAX_TOKEN_CHARACTERS ? [] : token.split('.')
  if (!header || !payload || !signature || rest.length > 0) throw unauthorized(sentence('subject.token-not-one'))
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(`${header}.${payload}`, secret)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unauthorized(sentence('subject.token-signature'))
  const { alg, crit } = decode(header) as { alg?: unknown; crit?: unknown }
  if (alg !== 'HS256' || crit !== undefined) throw unauthorized(sentence('subject.token-algorithm'))
  return decode(payload)
}

const signatureOf = (text: string, secret: Uint8Array): Buffer => createHmac('sha256', secret).update(text).digest()

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (typeof value === 'object' && value !== null) return value
  } catch (cause) {
    throw unauthorized(sentence('subject.token-not-one'), cause)
  }
  throw unauthorized(sentence('subject.token-not-one'))
}
