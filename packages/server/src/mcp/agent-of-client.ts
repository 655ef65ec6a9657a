// The name under which an MCP client appears: its token says which agent it is, the client adds only a word of its own. So no
// client can take a name that is somebody else's.
import { agentName, type Principal } from '@countersign/core'

const MAX_CHARACTERS = 40

export const wordOf = (clientName: string): string =>
  clientName
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_CHARACTERS) || 'mcp'

export const agentOfClient = (principal: Principal, word: string): Principal => ({
  ...principal,
  agent: `${agentName(principal)} (${word})`,
})

/** The agent of a session that this token's own client opened earlier; undefined where another opened it. */
export function agentOfSession(principal: Principal, sessionAgent: string): Principal | undefined {
  const word = /\(([A-Za-z0-9._-]+)\)$/.exec(sessionAgent)?.[1]
  const agent = word && agentOfClient(principal, word)
  return agent && agent.agent === sessionAgent ? agent : undefined
}
