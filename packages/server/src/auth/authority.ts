// Verifies tokens with a shared secret (HS256) or with a key set fetched from a URL (RS256, ES256, EdDSA). Never both, so that a
// public key cannot be used as a secret.
import { randomUUID } from 'node:crypto'
import type { Clock } from '@countersign/core'
import { loadOnce, type Role } from '@countersign/protocol'
import { StartRefused } from '../start-refused.ts'
import type { AuthOptions } from './auth-options.ts'
import { readClaims, type SignedIn } from './claims.ts'
import { signHs256, verifyHs256 } from './hs256.ts'

/** Throws UNAUTHORIZED if the token is invalid. Any other error means that the token could not be checked. */
export type VerifyToken = (token: string) => SignedIn | Promise<SignedIn>

const MIN_SECRET_BYTES = 32

export function createVerifier(options: AuthOptions, clock: Clock): VerifyToken {
  if ('secret' in options) {
    const secret = secretBytes(options.secret)
    return (token) => readClaims(verifyHs256(token, secret), clock.now())
  }
  // Loaded with the first token, because a server with a secret never needs it.
  const keySet = loadOnce(async () => (await import('./key-set.ts')).createKeySetVerifier(options))
  return async (token) => readClaims(await (await keySet())(token), clock.now())
}

export function secretBytes(secret: string | Uint8Array): Uint8Array {
  const bytes = typeof secret === 'string' ? Buffer.from(secret) : secret
  if (bytes.length < MIN_SECRET_BYTES) throw new StartRefused(`The secret for tokens needs at least ${MIN_SECRET_BYTES} bytes.`)
  return bytes
}

export interface TokenRequest {
  readonly sub: string
  readonly roles: readonly Role[]
  readonly project?: string
  readonly agent?: string
  /** The device that the token is given to; it is refused once the access of that device has ended. */
  readonly device?: string
  readonly seconds: number
  /** How long the token may be renewed. Without it, renewed tokens expire when the first one does. */
  readonly renewableSeconds?: number
}

export function createToken({ seconds, renewableSeconds, ...claims }: TokenRequest, secret: string | Uint8Array, now = Date.now()): string {
  const issued = Math.floor(now / 1000)
  const until = renewableSeconds === undefined ? {} : { until: issued + renewableSeconds }
  return signHs256({ ...claims, jti: randomUUID(), iat: issued, exp: issued + seconds, ...until }, secretBytes(secret))
}
