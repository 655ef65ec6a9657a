// The name shown for an MCP client. The token determines the agent and the client can only add a suffix, so no client can take
// another's name.
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

/** Reads `initialize`. If a client supports elicitation without naming a mode, it means forms. */
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

/** The agent of a session that a client with this token opened earlier; undefined if another client opened it. */
export function agentOfSession(principal: Principal, sessionAgent: string): Principal | undefined {
  const word = /\(([A-Za-z0-9._-]+)\)$/.exec(sessionAgent)?.[1]
  const agent = word && agentOfClient(principal, word)
  return agent && agent.agent === sessionAgent ? agent : undefined
}
