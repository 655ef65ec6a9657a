// Security headers of every reply: it is not a page and must not be framed, sniffed, cached or used by another site.
import type { FastifyReply, FastifyRequest } from 'fastify'

export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

export function stampReply(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS)
  reply.header('x-request-id', request.id)
}
