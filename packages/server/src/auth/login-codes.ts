// One-time codes for the local page, valid for one minute and one use. Only their digests are kept.
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@countersign/core'

export const CODE_SECONDS = 60

export interface LoginCodes {
  make(): string
  /** Returns true once for a code that was created here and is still valid. */
  use(code: string): boolean
}

export function createLoginCodes(clock: Clock): LoginCodes {
  const expiries = new Map<string, number>()
  const dropExpired = (now: number) => {
    for (const [digest, expiry] of expiries) if (expiry <= now) expiries.delete(digest)
  }
  return {
    make: () => {
      const now = clock.now()
      dropExpired(now)
      const code = randomBytes(32).toString('base64url')
      expiries.set(digestOfCode(code), now + CODE_SECONDS * 1000)
      return code
    },
    use: (code) => {
      dropExpired(clock.now())
      return expiries.delete(digestOfCode(code))
    },
  }
}

const digestOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')
