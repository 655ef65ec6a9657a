// The MCP connections of this process: a transport and its server, by session id. Dropping one is harmless: a client that knows
// the session connects it again.
import { LIMITS } from '@countersign/protocol'
import { LATEST_PROTOCOL_VERSION, type Server } from '@modelcontextprotocol/server'
import { GateTransport } from './gate-transport.ts'
import { createReplayStore } from './replay-store.ts'

export interface Connecting {
  readonly id: string
  readonly server: Pick<Server, 'connect' | 'close'>
  /** The client has ended this session. */
  onEnd(): Promise<void>
}

/** How long a client waits before it resumes an interrupted stream. */
const RETRY_MILLISECONDS = 1_000

type Exchange = (request: Request, body?: unknown) => Promise<Response>

export interface McpConnections {
  /** Connects a client whose first message is its `initialize`. */
  connect(connecting: Connecting): Promise<Exchange>
  /** Connects a session whose `initialize` was answered by an earlier process, or that was dropped since. */
  reconnect(connecting: Connecting, version: string | null): Promise<Exchange>
  find(id: string): Exchange | undefined
  drop(id: string): Promise<void>
  close(): Promise<void>
}

export function createConnections(maxOpen: number = LIMITS.maxMcpConnections): McpConnections {
  /** In order of use, least recently used first. */
  const open = new Map<string, { readonly exchange: Exchange; readonly server: Connecting['server'] }>()

  const drop = async (id: string): Promise<void> => {
    const dropped = open.get(id)
    open.delete(id)
    await dropped?.server.close()
  }

  const connect = async ({ id, server, onEnd }: Connecting): Promise<Exchange> => {
    const ended = async () => {
      open.delete(id)
      await onEnd()
    }
    const eventStore = createReplayStore()
    const transport = new GateTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: ended,
      eventStore,
      retryInterval: RETRY_MILLISECONDS,
    })
    await server.connect(transport)
    const exchange: Exchange = (request, body) => transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
    open.set(id, { exchange, server })
    const [oldest] = open.size > maxOpen ? open.keys() : []
    if (oldest !== undefined) await drop(oldest)
    return exchange
  }

  return {
    connect,
    drop,
    reconnect: async (connecting, version) => {
      const exchange = await connect(connecting)
      await sendInitialize(exchange, connecting.id, version ?? LATEST_PROTOCOL_VERSION)
      return exchange
    },
    find: (id) => {
      const found = open.get(id)
      if (!found) return undefined
      open.delete(id)
      open.set(id, found)
      return found.exchange
    },
    close: async () => {
      for (const id of [...open.keys()]) await drop(id)
    },
  }
}

/** Repeats the client's earlier `initialize` on its behalf, so that the transport accepts its next message. */
async function sendInitialize(exchange: Exchange, id: string, protocolVersion: string): Promise<void> {
  const clientInfo = { name: 'reconnected', version: '0' }
  const post = (message: object) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-session-id': id }
    return exchange(new Request('http://localhost/', { method: 'POST', headers }), { jsonrpc: '2.0', ...message })
  }
  const params = { protocolVersion, capabilities: {}, clientInfo }
  await (await post({ id: 'reconnect', method: 'initialize', params })).text()
  await post({ method: 'notifications/initialized' })
}
