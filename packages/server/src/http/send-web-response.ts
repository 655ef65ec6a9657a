// A web-standard response on Node's connection. Its head goes out at once: who listens to a stream knows that it is open,
// although nothing may come for long.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply } from 'fastify'

export function sendWebResponse(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.setHeaders(headers)
  raw.writeHead(status)
  raw.flushHeaders()
  // A client that leaves is no error: the source ends with the connection.
  if (body) pipeline(Readable.fromWeb(body as ReadableStream), raw).catch(() => raw.destroy())
  else raw.end()
  return reply
}
