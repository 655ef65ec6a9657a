// The route that becomes a WebSocket. Host, origin, token, role and project are checked as on every route, before the upgrade:
// what is refused is answered by plain HTTP.

import type { IncomingMessage } from 'node:http'
import { hasRole, type Principal } from '@countersign/core'
import { LIMITS, type Project, type ProjectId, ROUTES } from '@countersign/protocol'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { chooseSubprotocol } from '../auth/subprotocols.ts'
import { createAgentSide } from './agent-side.ts'
import { Connection, type ConnectionRequest } from './connection.ts'
import { createIdeSide } from './ide-side.ts'
import type { SocketContext } from './socket-context.ts'

type Opening = Pick<ConnectionRequest, 'principal' | 'project' | 'expiresAt'>

/** A connection is either an agent's, which calls tools, or an IDE's, which answers questions and runs calls, as its roles allow. */
function openSocket(context: SocketContext, socket: WebSocket, opening: Opening): void {
  const { clock, onDefect } = context.engine
  const connection = new Connection(socket, { ...opening, clock, backlog: context.backlog, rates: context.rates, onDefect })
  const create = hasRole(opening.principal, 'agent') ? createAgentSide : createIdeSide
  connection.serve(create(context, connection))
  context.sockets.add(connection)
  context.expiries.add(connection)
  connection.gone.addEventListener('abort', () => context.expiries.delete(connection))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The project of a socket, found before the upgrade. */
    project: Project | null
  }
}

const SOCKET_PATH = new RegExp(`^${ROUTES.socket.path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`)

/** Any other request with an Upgrade header (`curl --http2`) is a plain one. */
export const isSocketRequest = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && SOCKET_PATH.test(url) && headers.upgrade?.toLowerCase() === 'websocket'

export interface SocketParts {
  preHandler(request: FastifyRequest): Promise<void>
  wsHandler(socket: WebSocket, request: FastifyRequest): void
}

export async function prepareSocket(scope: FastifyInstance, context: SocketContext): Promise<SocketParts> {
  scope.decorateRequest('project', null)
  await scope.register(websocket, {
    options: { maxPayload: LIMITS.maxFrameBytes, handleProtocols: chooseSubprotocol },
    // Sockets end with their own words, before the server closes.
    preClose: (done: () => void) => done(),
    // A frame that breaks the rules of WebSocket itself: the library closes with the code that says so (1002, 1007, 1009).
    errorHandler: (error: Error) => context.logger.debug({ err: error }, 'websocket'),
  })
  // A refused upgrade is over with its answer; Node reads no second request from such a connection.
  scope.addHook('onResponse', async ({ raw }) => {
    if (isSocketRequest(raw)) raw.socket.destroySoon()
  })
  return {
    preHandler: async (request) => {
      request.project = await context.access.project(request.principal as Principal, (request.params as { p: ProjectId }).p)
    },
    wsHandler: (socket, { principal, project, signedInUntil }) =>
      openSocket(context, socket, { principal: principal as Principal, project: project as Project, expiresAt: signedInUntil }),
  }
}
