// Liveness, readiness, metrics and the API description.
import { Failure, loadOnce, sentence } from '@countersign/protocol'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/route-handler.ts'
import { VERSION } from '../version.ts'

type SystemContext = Pick<AppContext, 'isReady' | 'checkStore' | 'metrics' | 'authenticator'>

export function createSystemHandlers({
  isReady,
  checkStore,
  metrics,
  authenticator,
}: SystemContext): Pick<Handlers, 'health' | 'ready' | 'metrics'> {
  return {
    health: async () => ({ success: true, status: 'ok', version: VERSION }),
    ready: async () => {
      if (!isReady()) throw new Failure('INTERNAL', { subject: sentence('subject.not-ready') }, { http: 503 })
      const problem = await checkStore()
      if (problem) throw problem
      return { success: true, status: 'ready' }
    },
    metrics: async ({ headers, ip }, reply) => {
      if (!isFromThisMachine(ip, headers)) {
        const { principal } = await authenticator.authenticate(headers.authorization, ip)
        if (!principal.roles.includes('admin')) throw new Failure('FORBIDDEN')
      }
      const { contentType, text } = await metrics.render()
      return reply.type(contentType).send(text)
    },
  }
}

/** Behind a proxy on this machine every client has a loopback address, so a forwarded request is not treated as local. */
const isFromThisMachine = (address: string, headers: Record<string, unknown>): boolean =>
  /^(?:127\.|::1$|::ffff:127\.)/.test(address) && headers.forwarded === undefined && headers['x-forwarded-for'] === undefined

/** Created on the first request, because most servers never need it. */
export function serveOpenapi(app: FastifyInstance): void {
  const text = loadOnce(async () => JSON.stringify((await import('../openapi/describe-api.ts')).describeApi(VERSION)))
  app.get('/openapi.json', async (_request, reply) => {
    return reply.type('application/json; charset=utf-8').send(await text())
  })
}
