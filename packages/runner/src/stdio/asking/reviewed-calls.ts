// Calls that a review has cleared in advance: exactly this one, once, for ten minutes.
import { canonicalJson, digestOf, LIMITS } from '@countersign/protocol'
import { type ClearedCall, type JudgedCall, readCall } from '@countersign/tools'

const VALID_MILLISECONDS = LIMITS.exactGrantSeconds * 1000

export interface ReviewedCalls {
  add(call: ClearedCall): void
  /** Whether a review covers this call; a second time it does not. */
  take(call: Pick<JudgedCall, 'tool' | 'input' | 'risk'>): boolean
}

export function createReviewedCalls(clock: () => number): ReviewedCalls {
  const cleared = new Map<string, { readonly coversHigh: boolean; readonly until: number }>()
  return {
    add({ tool_name, tool_params, cover_high }) {
      const call = readCall(tool_name, tool_params)
      if ('refusal' in call) throw new Error(`a review clears ${tool_name}, which cannot be called so: ${call.refusal.message}`)
      cleared.set(keyOf(call), { coversHigh: cover_high, until: clock() + VALID_MILLISECONDS })
    },
    take(call) {
      const key = keyOf(call)
      const found = cleared.get(key)
      if (!found || (call.risk === 'HIGH' && !found.coversHigh)) return false
      cleared.delete(key)
      return clock() < found.until
    },
  }
}

const keyOf = ({ tool, input }: Pick<JudgedCall, 'tool' | 'input'>): string => digestOf(canonicalJson({ tool: tool.name, input }))
