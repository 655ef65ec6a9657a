// Sends a web-standard response on a Node connection. The headers are sent at once, so that the reader of a stream knows it is
// open even if no event comes for a long time.
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
  // A client that disconnects is not an error: the source ends with the connection.
  if (body) pipeline(Readable.fromWeb(body as ReadableStream), raw).catch(() => raw.destroy())
  else raw.end()
  return reply
}
