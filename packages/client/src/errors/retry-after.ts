// Which errors of a request may pass by themselves: no answer, an ill server, too many requests.
import { RefusedRequest } from './refused-request.ts'
import { ServerUnreachable } from './server-unreachable.ts'

/** How long the server wants to be left alone; undefined for what trying again cannot mend. */
export function retryAfterMilliseconds(error: unknown): number | undefined {
  if (error instanceof RefusedRequest && (error.http === 429 || error.http >= 500)) return (error.retryAfterSeconds ?? 0) * 1000
  return error instanceof ServerUnreachable ? 0 : undefined
}
