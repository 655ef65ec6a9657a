// Where the suite finds a server: it sends no token, so both servers are behind an address of their own.
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { createConnections } from '@countersign/server/mcp-connections'
import { startLoopbackServer } from '../../../../packages/test-kit/src/servers/loopback-server.ts'
import { mcpAddress } from '../clients/mcp-client.ts'
import type { World } from '../world.ts'
import { createFixtureServer } from './fixture-server.ts'

export interface Host extends AsyncDisposable {
  readonly url: string
  /** Cuts every open connection; new ones are accepted. */
  cut(): void
}

/** The real server: every request gets the agent's token, and this address in Host and Origin is replaced by the server's own. */
export function hostRealServer(world: World): Promise<Host> {
  const target = mcpAddress(world)
  return listen((incoming, outgoing, own) => {
    const { host = '', origin, ...others } = incoming.headers
    const headers = {
      ...others,
      host: host.replace(own, target.host),
      ...(origin && { origin: origin.replace(own, target.host) }),
      authorization: `Bearer ${world.tokens.agent}`,
    }
    const passedOn = request(target, { method: incoming.method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      // A stream without data for a long time is still open.
      outgoing.flushHeaders()
      reply.pipe(outgoing)
    })
    passedOn.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passedOn.destroy())
    incoming.pipe(passedOn)
  })
}

export function hostFixtures(): Promise<Host> {
  const connections = createConnections()
  return listen((incoming, outgoing) => void answer(incoming, outgoing).catch((error: Error) => outgoing.destroy(error)))

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const id = incoming.headers['mcp-session-id'] as string | undefined
    const exchange =
      id === undefined
        ? await connections.connect({ id: randomUUID(), server: createFixtureServer(), onEnd: async () => undefined })
        : connections.find(id)
    const response = await exchange?.(webRequest(incoming), incoming.method === 'POST' ? await json(incoming) : undefined)
    outgoing.writeHead(response?.status ?? 404, Object.fromEntries(response?.headers ?? []))
    if (response?.body) Readable.fromWeb(response.body as ReadableStream).pipe(outgoing)
    else outgoing.end()
  }
}

const webRequest = ({ method = 'GET', headers }: IncomingMessage): Request =>
  new Request('http://localhost/mcp', { method, headers: headers as Record<string, string> })

async function listen(answer: (incoming: IncomingMessage, outgoing: ServerResponse, own: string) => void): Promise<Host> {
  const server = await startLoopbackServer((incoming, outgoing) => answer(incoming, outgoing, own))
  const own = `localhost:${server.port}`
  return { ...server, url: `http://${own}/mcp` }
}
