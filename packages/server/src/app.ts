// The HTTP application: gate, validation, routes, errors. It owns no state and starts nothing.
import { randomUUID } from 'node:crypto'
import { Failure } from '@countersign/protocol'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { AppContext } from './context.ts'
import { createErrorHandler } from './http/errors.ts'
import { createGate } from './http/gate.ts'
import { compileValidator, takeJson } from './http/request-body.ts'
import { stampReply } from './http/security-headers.ts'
import { servePage } from './page/serve-page.ts'
import { bindRoutes } from './routes/bind-routes.ts'
import { createHandlers } from './routes/handlers.ts'
import { serveOpenapi } from './routes/system.ts'
import { isSocketRequest } from './ws/bind-socket.ts'

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
  app.setNotFoundHandler((_request, reply) => reply.send(new Failure('NOT_FOUND', { subject: 'route' })))
  bindRoutes(app, context, createHandlers(context))
  serveOpenapi(app)
  if (context.pageFolder !== undefined) servePage(app, context.pageFolder)
  return app
}
