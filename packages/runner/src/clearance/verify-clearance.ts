// Reads a clearance: a compact JWS by the pinned key, and by nothing else. The algorithm and the type are fixed here,
// never taken from the token, and a header that asks for more than is understood is refused.
import { type KeyObject, verify } from 'node:crypto'
import { CLEARANCE_TYPE, type Clearance, clearanceSchema, Failure } from '@countersign/protocol'

const MAX_CHARACTERS = 256 * 1024

export const refuseClearance = (why: string, cause?: unknown): Failure => new Failure('INPUT_CHANGED', { subject: why }, { cause })

export function verifyClearance(token: string | null | undefined, key: KeyObject): Clearance {
  if (!token) throw refuseClearance('there is no clearance')
  const [header, payload, signature, ...rest] = token.length > MAX_CHARACTERS ? [] : token.split('.')
  if (!header || !payload || !signature || rest.length > 0) throw refuseClearance('the clearance is malformed')
  checkHeader(decodeJson(header))
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`, 'latin1'), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw refuseClearance('the clearance is not signed by the server that this runner is paired with')
  const claims = clearanceSchema.safeParse(decodeJson(payload))
  if (!claims.success) throw refuseClearance('the clearance does not say what it must', claims.error)
  return claims.data
}

function checkHeader(header: unknown): void {
  const { alg, typ, crit } = (header ?? {}) as { alg?: unknown; typ?: unknown; crit?: unknown }
  if (alg !== 'EdDSA' || typ !== CLEARANCE_TYPE || crit !== undefined)
    throw refuseClearance('the clearance is of a kind that is not accepted')
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch (cause) {
    throw refuseClearance('the clearance is malformed', cause)
  }
}
