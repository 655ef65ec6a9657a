// How often a route may be used. Every route has one of these rates; each is counted by itself, per token, or per address where
// there is no token. They are multiples of the calls a second that a server allows, so that whoever raises those raises all.

export const RATES = {
  /** Calls of tools, messages to the agent, and what costs as much. */
  call: 1,
  /** Looking and answering, by people and their programs. */
  read: 4,
  /** Messages on a channel of their own (MCP, WebSocket), of which only some are calls. */
  message: 20,
  /** A runner at work: results, previews, live output of all its calls. */
  runner: 40,
  /** What a runner tells unasked and gathers before it tells it. */
  notice: 0.4,
  /** Without a token, by address. */
  open: 20,
} as const
export type RateName = keyof typeof RATES

interface Rated {
  readonly rate?: RateName
  readonly limited?: boolean
  readonly roles: readonly string[]
}

export function rateOf({ rate, limited, roles }: Rated): RateName {
  if (rate) return rate
  if (limited) return 'call'
  if (roles.length === 0) return 'open'
  return roles.every((role) => role === 'runner') ? 'runner' : 'read'
}
