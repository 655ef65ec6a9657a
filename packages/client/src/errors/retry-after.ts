// Which errors may be temporary: no answer, a failing server, too many requests.
import { RefusedRequest } from './refused-request.ts'
import { ServerUnreachable } from './server-unreachable.ts'

/** How long to wait before retrying; undefined if retrying cannot help. */
export function retryAfterMilliseconds(error: unknown): number | undefined {
  if (error instanceof RefusedRequest && (error.http === 429 || error.http >= 500)) return (error.retryAfterSeconds ?? 0) * 1000
  return error instanceof ServerUnreachable ? 0 : undefined
}
