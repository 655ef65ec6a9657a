// Rate limits. Every route has one of these rates, each counted separately, per token, or per address where
// there is no token. They are multiples of the server's calls per second, so raising that raises all.

export const RATES = {
  /** Calls of tools, messages to the agent, and what costs as much. */
  call: 1,
  /** Reading and answering, by people and their programs. */
  read: 4,
  /** Messages on MCP and WebSocket, only some of which are calls. */
  message: 20,
  /** Results, previews and live output sent by a runner. */
  runner: 40,
  /** What a runner reports on its own, in batches. */
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
  return roles.length === 1 && roles[0] === 'runner' ? 'runner' : 'read'
}
