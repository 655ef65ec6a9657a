// A connection is either an agent's, which calls tools, or an IDE's, which answers questions and runs calls, as its roles allow.
import { hasRole } from '@countersign/core'
import type { WebSocket } from 'ws'
import type { AppContext } from '../context.ts'
import { createAgentSide } from './agent-side.ts'
import { Connection, type ConnectionRequest } from './connection.ts'
import { createIdeSide } from './ide-side.ts'

type Opening = Pick<ConnectionRequest, 'principal' | 'project' | 'expiresAt'>

export function openSocket(context: AppContext, socket: WebSocket, opening: Opening): void {
  const { clock, onDefect } = context.engine.core
  const connection = new Connection(socket, { ...opening, clock, backlog: context.backlog, rates: context.rates, onDefect })
  const create = hasRole(opening.principal, 'agent') ? createAgentSide : createIdeSide
  connection.serve(create(context, connection))
  context.sockets.add(connection)
  context.expiries.add(connection)
  connection.gone.addEventListener('abort', () => context.expiries.delete(connection))
}
