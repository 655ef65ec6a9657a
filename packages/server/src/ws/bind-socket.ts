// The route that becomes a WebSocket. Host, origin, token, role and project are checked before the upgrade, as on every route; a
// refusal is a plain HTTP reply.

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

type Opening = Pick<ConnectionRequest, 'principal' | 'project' | 'expiresAt' | 'receivedBytes'>

/** A connection belongs to an agent, which calls tools, or to an IDE, which answers questions and runs calls as its roles allow. */
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
    /** The project of the socket, found before the upgrade. */
    project: Project | null
  }
}

const SOCKET_PATH = new RegExp(`^${ROUTES.socket.path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`)

/** Any other request with an Upgrade header (`curl --http2`) is handled as a normal request. */
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
    // Sockets are closed with their own messages before the server closes.
    preClose: (done: () => void) => done(),
    // If a frame violates the WebSocket protocol, the library closes with the matching code (1002, 1007, 1009).
    errorHandler: (error: Error) => context.logger.debug({ err: error }, 'websocket'),
  })
  // A refused upgrade ends its connection; Node reads no second request from it.
  scope.addHook('onResponse', async ({ raw }) => {
    if (isSocketRequest(raw)) raw.socket.destroySoon()
  })
  return {
    preHandler: async (request) => {
      request.project = await context.access.project(request.principal as Principal, (request.params as { p: ProjectId }).p)
    },
    wsHandler: (socket, { principal, project, signedInUntil, raw }) =>
      openSocket(context, socket, {
        principal: principal as Principal,
        project: project as Project,
        expiresAt: signedInUntil,
        receivedBytes: () => raw.socket.bytesRead,
      }),
  }
}
