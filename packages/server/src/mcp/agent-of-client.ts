// The name under which an MCP client appears: its token says which agent it is, the client adds only a word of its own. So no
// client can take a name that is somebody else's.
import { agentName, type Principal } from '@countersign/core'
import type { McpClient } from '@countersign/protocol'
import * as z from 'zod'

const MAX_CHARACTERS = 40

export const wordOf = (clientName: string): string =>
  clientName
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_CHARACTERS) || 'mcp'

const initializeSchema = z.object({
  params: z.object({
    clientInfo: z.object({ name: z.string() }).optional().catch(undefined),
    capabilities: z
      .object({ elicitation: z.record(z.string(), z.unknown()).optional() })
      .optional()
      .catch(undefined),
  }),
})

/** As its `initialize` says. Where it names no mode of elicitation, forms are meant. */
export function clientOf(initialize: unknown): McpClient {
  const { clientInfo, capabilities } = initializeSchema.safeParse(initialize).data?.params ?? {}
  const { elicitation } = capabilities ?? {}
  return {
    name: wordOf(clientInfo?.name ?? ''),
    elicitation: elicitation !== undefined && ('form' in elicitation || !('url' in elicitation)),
  }
}

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
