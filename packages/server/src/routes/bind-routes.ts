// Binds a handler to every route of the protocol by name.

import { LIMITS, ROUTES, type Route, type RouteName } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { NO_BODY, NOTHING } from '../http/request-body.ts'
import type { Handlers } from '../http/route-handler.ts'
import type { Expiries } from '../traffic/lifetimes.ts'
import { prepareSocket, type SocketParts } from '../ws/bind-socket.ts'

type AnyHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function bindRoutes(app: FastifyInstance, context: AppContext, handlers: Handlers): void {
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const handler = handlers[name] as unknown as AnyHandler
    const route: Route = ROUTES[name]
    if (route.takes === 'octets') app.register(async (scope) => bindOctets(scope, context, name, handler))
    else if (route.sends === 'socket')
      app.register(async (scope) => bindRoute(scope, context, name, handler, await prepareSocket(scope, context)))
    else bindRoute(app, context, name, handler)
  }
}

function bindRoute(
  app: FastifyInstance,
  { metrics, expiries }: AppContext,
  name: RouteName,
  handler: AnyHandler,
  more: Partial<SocketParts> = {},
): void {
  const route: Route = ROUTES[name]
  const withBody = route.method !== 'GET' && route.takes !== 'octets'
  app.route({
    ...more,
    method: route.method,
    url: route.path,
    schema: {
      params: route.params ?? NOTHING,
      querystring: route.query ?? NOTHING,
      ...(withBody && { body: route.body ?? NO_BODY }),
    },
    bodyLimit: route.maxBytes ?? LIMITS.maxMessageBytes,
    config: { name, route },
    handler: async (request, reply) => {
      if (route.status) reply.code(route.status)
      if (route.sends && OUTLIVING.has(route.sends)) endWithToken(expiries, request, reply)
      const answer = await handler(request, reply)
      metrics.answered(name, reply.statusCode, reply.elapsedTime)
      return answer
    },
  })
}

/** Replies that may last long after their request. Our own streams and sockets end themselves. */
const OUTLIVING = new Set<Route['sends']>(['mcp', 'bytes'])

function endWithToken(expiries: Expiries, { signedInUntil }: FastifyRequest, { raw }: FastifyReply): void {
  const expiring = { expiresAt: signedInUntil, expire: () => raw.destroy() }
  expiries.add(expiring)
  raw.once('close', () => expiries.delete(expiring))
}

/** Raw bytes are not read here: the handler streams them. JSON is refused. */
function bindOctets(scope: FastifyInstance, context: AppContext, name: RouteName, handler: AnyHandler): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  bindRoute(scope, context, name, handler)
}
