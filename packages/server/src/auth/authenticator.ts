// Turns the Authorization header of a request into its principal. A verified token is cached until it expires.
import type { Clock } from '@countersign/core'
import { Failure } from '@countersign/protocol'
import type { VerifyToken } from './authority.ts'
import { type SignedIn, unauthorized } from './claims.ts'
import type { FailureCounts } from './failure-counts.ts'

const MAX_KNOWN_TOKENS = 10_000
const BEARER = 'Bearer '

export const bearerToken = (authorization: string | undefined): string =>
  authorization?.startsWith(BEARER) ? authorization.slice(BEARER.length) : ''

export interface Authenticator {
  /** Synchronous for a cached token, because a promise would delay every request by a tick. */
  authenticate(authorization: string | undefined, address: string): SignedIn | Promise<SignedIn>
}

export function createAuthenticator(verify: VerifyToken, failures: FailureCounts, clock: Clock): Authenticator {
  const known = new Map<string, SignedIn>()

  const remember = (authorization: string, signedIn: SignedIn): SignedIn => {
    const [oldest] = known.size >= MAX_KNOWN_TOKENS ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(authorization, signedIn)
    return signedIn
  }

  const refuse = (error: unknown, address: string): never => {
    if (error instanceof Failure) failures.count(address)
    throw error
  }

  const verified = (authorization: string, address: string): SignedIn | Promise<SignedIn> => {
    try {
      const signedIn = verify(bearerToken(authorization))
      if (!(signedIn instanceof Promise)) return remember(authorization, signedIn)
      return signedIn.then((value) => remember(authorization, value)).catch((error: unknown) => refuse(error, address))
    } catch (error) {
      return refuse(error, address)
    }
  }

  return {
    authenticate: (authorization, address) => {
      if (!authorization) throw unauthorized('a token is needed')
      const signedIn = known.get(authorization)
      if (signedIn && signedIn.expiresAt > clock.now()) return signedIn
      known.delete(authorization)
      return verified(authorization, address)
    },
  }
}
