// Verifies tokens of an identity provider with the public keys that it publishes.
import { sentence } from '@countersign/protocol'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { KeySetAuth } from './auth-options.ts'
import { unauthorized } from './claims.ts'

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']

export function createKeySetVerifier({ jwksUrl, issuer, audience }: KeySetAuth): (token: string) => Promise<unknown> {
  const keys = createRemoteJWKSet(new URL(jwksUrl))
  const options = { algorithms: ALGORITHMS, ...(issuer && { issuer }), ...(audience && { audience }) }
  return async (token) => {
    try {
      return (await jwtVerify(token, keys, options)).payload
    } catch (error) {
      if (saysNo(error)) throw unauthorized(sentence('subject.token-invalid'), error)
      throw new Error(`The key set at ${jwksUrl} could not be used`, { cause: error })
    }
  }
}

/** True if the error means that the token is invalid. A key set that cannot be fetched or read says nothing about the token. */
const saysNo = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC'
