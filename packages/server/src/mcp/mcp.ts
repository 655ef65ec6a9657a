// MCP for a project. Each connection is its own session, and both share one id. So a restart of this server ends no connection: a
// recorded session is connected again.
import type { Principal } from '@countersign/core'
import { Failure, type Project, type Session, sentence } from '@countersign/protocol'
import type { ServerSettings } from '../server-settings.ts'
import { listTools } from '../tools/list-tools.ts'
import { agentOfClient, agentOfSession, clientOf } from './agent-of-client.ts'
import { createGateServer, type GateParts } from './gate-server.ts'
import { watchTools } from './watch-tools.ts'
import { type Connecting, createConnections } from './wire/connections.ts'

export interface McpMessage {
  readonly request: Request
  readonly body?: unknown
  readonly principal: Principal
  readonly project: Project
}

export interface Mcp {
  answer(message: McpMessage): Promise<Response>
  close(): Promise<void>
}

export interface McpParts extends Pick<GateParts, 'engine' | 'access' | 'rates'> {
  readonly settings: Pick<ServerSettings, 'mcp_wait_seconds'>
}

export function createMcp({ engine, access, rates, settings }: McpParts): Mcp {
  const connections = createConnections()

  const connecting = async (principal: Principal, project: Project, session: Session): Promise<Connecting> => {
    const tools = async () => listTools(engine, principal, await engine.read((tx) => tx.runners.get(project.id)))
    const waitSeconds = settings.mcp_wait_seconds
    const ending = new AbortController()
    const { signal } = ending
    const server = createGateServer({ engine, access, rates, waitSeconds, principal, project, session, signal, tools })
    server.onclose = () => ending.abort()
    await watchTools(engine, server, { project: project.id, signal, tools })
    return { id: session.id, server, onEnd: () => engine.endSession(session) }
  }

  const begin = async ({ request, body, principal, project }: McpMessage): Promise<Response> => {
    rates.take('call', principal.token_id)
    const mcp_client = clientOf(body)
    const agent = agentOfClient(principal, mcp_client.name)
    const session = await engine.openSession(agent, project, { title: `MCP: ${mcp_client.name}`, mcp_client })
    const exchange = await connections.connect(await connecting(agent, project, session))
    return exchange(request, body)
  }

  const goOn = async ({ request, body, principal, project }: McpMessage, id: string): Promise<Response> => {
    const session = await engine.read((tx) => tx.sessions.get(id))
    const agent = session?.project_id === project.id && session.user_id === principal.user_id && agentOfSession(principal, session.agent)
    if (!session || !agent) throw new Failure('NOT_FOUND', { subject: sentence('noun.session') })
    if (session.ended_at) {
      await connections.drop(id)
      throw new Failure('NOT_FOUND', { subject: sentence('subject.session-has-ended') })
    }
    const known = connections.find(id)
    const version = request.headers.get('mcp-protocol-version')
    const exchange = known ?? (await connections.reconnect(await connecting(agent, project, session), version))
    return exchange(request, body)
  }

  return {
    answer: (message) => {
      const id = message.request.headers.get('mcp-session-id')
      if (id) return goOn(message, id)
      if (isInitialize(message.body)) return begin(message)
      throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.begin-with-initialize') })
    },
    close: connections.close,
  }
}

const isInitialize = (body: unknown): boolean => (body as { method?: unknown } | undefined)?.method === 'initialize'
