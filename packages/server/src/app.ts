// The HTTP application: gate, validation, a handler for every route of the protocol, errors. It starts nothing.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Failure, LIMITS, ROUTES, type Route, type RouteName, rateOf, sentence } from '@countersign/protocol'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { AppContext } from './context.ts'
import { createErrorHandler } from './http/errors.ts'
import { createGate, stampReply } from './http/gate.ts'
import { compileValidator, NO_BODY, NOTHING, takeJson } from './http/request-body.ts'
import type { Handlers } from './http/route-handler.ts'
import { servePage } from './page/serve-page.ts'
import { createHandlers } from './routes/handlers.ts'
import { serveOpenapi } from './routes/system.ts'
import type { Expiries } from './traffic/traffic-limits.ts'
import { isSocketRequest, prepareSocket, type SocketParts } from './ws/bind-socket.ts'

const REQUEST_SECONDS = 300

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** Setting both stops the framework from loading its own compilers, which would slow down the start. */
const COMPILERS = { buildValidator: () => compileValidator, buildSerializer: () => () => JSON.stringify } as unknown as Compilers

export function createApp(context: AppContext): FastifyInstance {
  const handleError = createErrorHandler(context)
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: COMPILERS },
    requestTimeout: REQUEST_SECONDS * 1000,
    http: { shouldUpgradeCallback: isSocketRequest },
    // Errors from the router itself do not pass through any hook.
    frameworkErrors: (error, request, reply) => {
      stampReply(request, reply)
      void handleError(error, request, reply)
    },
  })
  app.removeContentTypeParser('text/plain')
  takeJson(app)
  app.decorateRequest('principal', null)
  app.decorateRequest('signedInUntil', 0)
  app.addHook('onRequest', createGate(context))
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((_request, reply) => reply.send(new Failure('NOT_FOUND', { subject: sentence('noun.route') })))
  bindRoutes(app, context, createHandlers(context))
  serveOpenapi(app)
  if (context.pageFolder !== undefined) servePage(app, context.pageFolder)
  closeUnusedConnections(app)
  return app
}

type AnyHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function bindRoutes(app: FastifyInstance, context: AppContext, handlers: Handlers): void {
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
    config: { name, route, rate: rateOf(route) },
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

function endWithToken(expiries: Expiries, { signedInUntil, principal }: FastifyRequest, { raw }: FastifyReply): void {
  const expiring = { expiresAt: signedInUntil, device: principal?.device_id, expire: () => raw.destroy() }
  expiries.add(expiring)
  raw.once('close', () => expiries.delete(expiring))
}

/** Raw bytes are not read here: the handler streams them. JSON is refused. */
function bindOctets(scope: FastifyInstance, context: AppContext, name: RouteName, handler: AnyHandler): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  bindRoute(scope, context, name, handler)
}

/**
 * Browsers and other clients open connections in advance. Node does not count one without any request so far as idle, so a stopping
 * application would wait for it.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.server.on('upgrade', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
}
