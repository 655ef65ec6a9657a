// Renews a token of the local secret: the same claims with a later expiry. An expired token is never renewed, and no chain of
// renewals goes beyond the limit set by its first token.
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { readClaims } from './claims.ts'
import { signHs256, verifyHs256 } from './hs256.ts'

export interface RenewedToken {
  readonly token: string
  readonly expires_at: string
}

export type RenewToken = (token: string) => RenewedToken

/** The claims that are copied into the renewed token; all others are dropped. */
const keptSchema = z.object({
  sub: z.string(),
  roles: z.array(z.string()),
  project: z.string().optional(),
  agent: z.string().optional(),
  jti: z.string(),
  iat: z.number().optional(),
  exp: z.number(),
  first: z.string().optional(),
  /** Without it, a device whose access has ended could go on with a successor. */
  device: z.string().optional(),
  until: z.number().optional(),
})

/** The new token has the same lifetime as the old one. Without `until`, the expiry is fixed and the new token keeps it. */
export function renewToken(token: string, secret: Uint8Array, now: number): RenewedToken {
  const payload = verifyHs256(token, secret)
  readClaims(payload, now)
  const { jti, iat, exp, first = jti, until = exp, ...claims } = keptSchema.parse(payload)
  const issued = Math.floor(now / 1000)
  const end = Math.min(issued + (exp - (iat ?? issued)), until)
  const successor = { ...claims, jti: randomUUID(), iat: issued, exp: Math.max(end, exp), first, until }
  return { token: signHs256(successor, secret), expires_at: new Date(successor.exp * 1000).toISOString() }
}
