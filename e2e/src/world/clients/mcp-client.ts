// An agent that speaks MCP with the official client, over HTTP or by starting `countersign mcp`.
import { fileURLToPath } from 'node:url'
import {
  Client,
  type ElicitRequestFormParams,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { World } from '../world.ts'

const MAIN = fileURLToPath(new URL('../../../../apps/cli/src/main.ts', import.meta.url))

/** What a client needs to know of a server. */
export type McpServer = Pick<World, 'url' | 'projectId' | 'tokens' | 'data'>

export type McpChannel = 'http' | 'stdio'

export interface McpClientOptions {
  readonly name?: string
  readonly token?: string
  /** Asks first for the newest revision of MCP. */
  readonly newest?: boolean
  /** What the person at the client does with a question; if omitted, the client cannot show one. */
  readonly onAsked?: OnAsked
  /** Where it finds the server, if not at its own address. */
  readonly url?: string
}

export type OnAsked = (form: ElicitRequestFormParams, withdrawn: AbortSignal) => ElicitResult | Promise<ElicitResult>

export interface Called {
  readonly text: string
  readonly isError: boolean
  readonly id: string
  readonly status: string
}

export interface CallOptions {
  readonly onProgress?: (words: string) => void
  readonly signal?: AbortSignal
}

export interface McpAgent extends AsyncDisposable {
  readonly client: Client
  call(tool: string, params?: object, options?: CallOptions): Promise<Called>
  /** Closes the connection properly, which ends its session. */
  leave(): Promise<void>
}

export const mcpAddress = ({ url, projectId }: McpServer, at = url): URL => new URL(`${at}/my/projects/${projectId}/mcp`)

export async function connectMcp(world: McpServer, channel: McpChannel, options: McpClientOptions = {}): Promise<McpAgent> {
  const { name = 'test client', token = world.tokens.agent, newest, onAsked, url = world.url } = options
  const client = new Client(
    { name, version: '1.0.0' },
    { ...(newest && { versionNegotiation: { mode: 'auto' } }), ...(onAsked && { capabilities: { elicitation: { form: {} } } }) },
  )
  if (onAsked)
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) =>
      onAsked(params as ElicitRequestFormParams, mcpReq.signal),
    )
  const listening = Promise.withResolvers<void>()
  const transport = channel === 'http' ? overHttp(mcpAddress(world, url), token, listening.resolve) : onStdio(world, token, url)
  await client.connect(transport)
  // Only then does it receive what the server sends unasked.
  if (channel === 'http') await listening.promise
  return {
    client,
    call: (tool, params = {}, call = {}) => callTool(client, tool, params, call),
    leave: async () => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession()
      await client.close()
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const overHttp = (address: URL, token: string, onListening: () => void): Transport =>
  new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (init?.method === 'GET' && response.ok) onListening()
      return response
    },
  })

const onStdio = ({ projectId, data }: McpServer, token: string, url: string): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', '--data', data.path],
    env: {
      ...(process.env as Record<string, string>),
      NODE_NO_WARNINGS: '1',
      COUNTERSIGN_URL: url,
      COUNTERSIGN_AGENT_TOKEN: token,
      COUNTERSIGN_PROJECT: projectId,
    },
  })

async function callTool(client: Client, name: string, params: object, { onProgress, signal }: CallOptions): Promise<Called> {
  const options = {
    ...(onProgress && { onprogress: ({ message }: { message?: string }) => onProgress(message ?? '') }),
    ...(signal && { signal }),
  }
  const { content, isError, _meta } = await client.callTool({ name, arguments: { ...params } }, options)
  const [first] = content
  return {
    text: first?.type === 'text' ? first.text : '',
    isError: isError === true,
    id: String(_meta?.['countersign/tool_id'] ?? ''),
    status: String(_meta?.['countersign/status'] ?? ''),
  }
}
