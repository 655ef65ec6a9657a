// A clearance must be signed by the pinned server, and be for this call: the same execution, attempt and parameters, and in time.
// The algorithm and the type of the token are fixed here, never taken from it, and a header that asks for more than is understood
// is refused.
import { type KeyObject, verify } from 'node:crypto'
import { CLEARANCE_TYPE, type Clearance, callDigest, clearanceSchema, LOW_RISK_RULE } from '@countersign/protocol'
import { refuseClearance } from './refusals.ts'

/** As the server sent it; the parameters are exactly the agent's, references to bodies unresolved. */
export interface SentCall {
  readonly tool_id: string
  readonly attempt_id: string
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
  readonly digest: string
}

export interface Checking {
  /** Undefined until the server has said hello. */
  readonly key: KeyObject | undefined
  readonly now: number
}

export function readClearance(call: SentCall & { readonly clearance: string | null }, { key, now }: Checking): Clearance {
  if (!key) throw refuseClearance('no key is pinned yet')
  const clearance = verifyClearance(call.clearance, key)
  checkClearance(clearance, call, now)
  return clearance
}

function checkClearance(clearance: Clearance, call: SentCall, now: number): void {
  const why = mismatch(clearance, call)
  if (why) throw refuseClearance(why)
  if (clearance.exp * 1000 <= now) throw refuseClearance('the clearance has expired')
  const { by, risk } = clearance
  if (by.kind === 'parent') throw refuseClearance('a server is not the parent of this runner')
  if (risk !== 'LOW' && by.kind === 'rule' && by.rule === LOW_RISK_RULE) throw refuseClearance(`nobody cleared a ${risk} call`)
}

function mismatch(clearance: Clearance, call: SentCall): string | undefined {
  if (clearance.execution_id !== call.tool_id) return 'the clearance is for another execution'
  if (clearance.attempt_id !== call.attempt_id) return 'the clearance is for another attempt'
  const { tool_name, tool_params } = call
  const digest = callDigest({ tool_name, tool_params, network: clearance.network })
  if (clearance.call_digest !== digest || call.digest !== digest) return 'the parameters are not those that were cleared'
  return undefined
}

const MAX_CHARACTERS = 256 * 1024

function verifyClearance(token: string | null | undefined, key: KeyObject): Clearance {
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
