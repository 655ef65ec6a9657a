// Tokens of the local server with any claims: of another user, of other roles, expired, or signed with a wrong secret.
import { createHmac, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openKeys } from '@countersign/server'

export interface TokenClaims {
  readonly sub?: string
  readonly roles: readonly string[]
  readonly project?: string
  readonly agent?: string
  readonly iat?: number
  readonly exp?: number
  /** How long successors may be issued. */
  readonly until?: number
  /** A secret other than the server's. */
  readonly secret?: string
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function createToken(data: string, { secret, ...claims }: TokenClaims): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const key = secret ?? (await openKeys({ folder: join(data, 'keys') })).tokenSecret
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'local', jti: randomUUID(), iat: now, exp: now + 3600, ...claims })}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
