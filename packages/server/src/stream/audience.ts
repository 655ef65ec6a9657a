// For whom a stream is made, by the roles of its token.
import { type Audience, hasRole, type Principal } from '@countersign/core'

export function audienceOf(principal: Principal): Audience {
  if (!hasRole(principal, 'runner')) return 'operator'
  return hasRole(principal, 'operator') ? 'both' : 'runner'
}
