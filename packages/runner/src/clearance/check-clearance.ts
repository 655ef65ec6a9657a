// Whether a clearance is for this call: the same execution, attempt and parameters, and still in time.
import { type Clearance, callDigest, LOW_RISK_RULE } from '@countersign/protocol'
import { refuseClearance } from './verify-clearance.ts'

/** As the server sent it; the parameters are exactly the agent's, references to bodies unresolved. */
export interface SentCall {
  readonly tool_id: string
  readonly attempt_id: string
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
  readonly digest: string
}

export function checkClearance(clearance: Clearance, call: SentCall, now: number): void {
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
