// One-time codes for the local page, valid for one minute and one use. Only their digests are kept.
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@countersign/core'
import type { DeviceId } from '@countersign/protocol'

export const CODE_SECONDS = 60

export interface LoginCodes {
  /** `device`: where the code is made by a device, so that the page loses its access with it. */
  make(device?: DeviceId): string
  /** Defined once for a code that was created here and is still valid. */
  use(code: string): LoginCode | undefined
}

export interface LoginCode {
  readonly expiresAt: number
  readonly device: DeviceId | undefined
}

export function createLoginCodes(clock: Clock): LoginCodes {
  const codes = new Map<string, LoginCode>()
  const dropExpired = (now: number) => {
    for (const [digest, { expiresAt }] of codes) if (expiresAt <= now) codes.delete(digest)
  }
  return {
    make: (device) => {
      const now = clock.now()
      dropExpired(now)
      const code = randomBytes(32).toString('base64url')
      codes.set(digestOfCode(code), { expiresAt: now + CODE_SECONDS * 1000, device })
      return code
    },
    use: (code) => {
      dropExpired(clock.now())
      const digest = digestOfCode(code)
      const found = codes.get(digest)
      codes.delete(digest)
      return found
    },
  }
}

const digestOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')
