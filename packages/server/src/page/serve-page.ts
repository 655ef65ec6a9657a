// Serves the page at `/` and its assets. It has its own content security policy: scripts and styles only from this server,
// nothing inline, no framing. It contains no user data, so it needs no token.
import { Failure, sentence } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPageFiles, ENCODINGS, type Encoding, type PageFile } from './page-files.ts'

export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = { 'content-security-policy': PAGE_POLICY, vary: 'accept-encoding' } as const
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'

const NOT_BUILT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title><h1>The page is not built yet</h1>' +
  '<p>Stop the server and start it with <code>npm start</code>, or run <code>npm run build</code> in the folder of Countersign and reload.</p></html>'

export function servePage(app: FastifyInstance, folder: string): void {
  const files = createPageFiles(folder)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      const file = await files.index()
      if (file) return send(request, reply, file, ASK_EACH_TIME)
      return reply.code(503).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(NOT_BUILT)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/:name',
    handler: async (request, reply) => {
      const file = await files.asset((request.params as { name: string }).name)
      if (!file) throw new Failure('NOT_FOUND', { subject: sentence('noun.page-file') })
      return send(request, reply, file, FOR_EVER)
    },
  })
}

function send({ headers, method }: FastifyRequest, reply: FastifyReply, file: PageFile, caching: string): FastifyReply {
  reply.headers({ ...PAGE_HEADERS, 'cache-control': caching, etag: file.etag })
  if (headers['if-none-match'] === file.etag) return reply.code(304).send()
  const encoding = encodingFor(headers['accept-encoding'], file)
  if (encoding) reply.header('content-encoding', encoding)
  const content = (encoding && file.encoded[encoding]) || file.plain
  reply.type(file.type).header('content-length', content.length)
  return reply.send(method === 'HEAD' ? '' : content)
}

/** Prefers the smaller encoding; one that the client lists with `q=0` is not used. */
function encodingFor(accepted: string | string[] | undefined, { encoded }: PageFile): Encoding | undefined {
  const wanted = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:[.]0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  return (Object.keys(ENCODINGS) as Encoding[]).find((encoding) => encoded[encoding] && wanted.includes(encoding))
}
