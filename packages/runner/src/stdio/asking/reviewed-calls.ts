// Calls that a review has cleared in advance: exactly this one, once, for ten minutes.
import { canonicalJson, digestOf, LIMITS } from '@countersign/protocol'
import { type ClearedCall, findTool } from '@countersign/tools'
import { readInput } from '../../execute/read-input.ts'
import type { JudgedCall } from './judge-stdio-call.ts'

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
      const tool = findTool(tool_name)
      if (tool) cleared.set(keyOf(tool.name, readInput(tool, tool_params)), { coversHigh: cover_high, until: clock() + VALID_MILLISECONDS })
    },
    take({ tool, input, risk }) {
      const key = keyOf(tool.name, input)
      const found = cleared.get(key)
      if (!found || (risk === 'HIGH' && !found.coversHigh)) return false
      cleared.delete(key)
      return clock() < found.until
    },
  }
}

const keyOf = (tool: string, input: unknown): string => digestOf(canonicalJson({ tool, input }))
