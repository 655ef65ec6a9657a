// The state of a grant at a moment.
import type { GrantView } from '@countersign/protocol'

export type GrantState = 'active' | 'revoked' | 'expired'

export function grantState({ revoked_at, expires_at }: Pick<GrantView, 'revoked_at' | 'expires_at'>, now: number): GrantState {
  if (revoked_at !== null) return 'revoked'
  return expires_at === null || Date.parse(expires_at) > now ? 'active' : 'expired'
}
