// The event stream: replay from an id, then live events. Also the reply to a socket request without an upgrade.
import { hasRole, ownProject } from '@countersign/core'
import { Failure, sentence } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'
import { audienceOf, startOf } from '../../stream/streams.ts'

export function createStreamHandlers({ engine, streams }: Pick<AppContext, 'engine' | 'streams'>): Pick<Handlers, 'stream' | 'socket'> {
  return {
    stream: async ({ params, query, principal, headers, signedInUntil }, reply) => {
      const { project, head } = await engine.read(async (tx) => ({
        project: ownProject(principal, await tx.projects.get(params.p)),
        head: (await tx.events.head(params.p)).seq,
      }))
      const start = startOf(headers['last-event-id'], query.after, head)
      reply.hijack()
      const audience = audienceOf(principal)
      await streams.open(reply.raw, {
        project,
        start,
        audience,
        forms: query.forms ?? false,
        runs: hasRole(principal, 'runner'),
        expiresAt: signedInUntil,
        device: principal.device_id,
      })
      return reply
    },
    socket: async () => {
      throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.needs-websocket') }, { http: 426 })
    },
  }
}
