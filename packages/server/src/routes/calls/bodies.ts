// Large values by the hash of their bytes, streamed in both directions.
import { Failure, LIMITS, sentence } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

export function createBodyHandlers({ access, bodies }: Pick<AppContext, 'access' | 'bodies'>): Pick<Handlers, 'putBody' | 'getBody'> {
  return {
    putBody: async ({ params, principal, raw, headers }) => {
      const project = await access.project(principal, params.p)
      if (Number(headers['content-length']) > LIMITS.maxBodyBytes)
        throw new Failure('FILE_TOO_LARGE', { subject: sentence('subject.body-over-limit') })
      return { success: true, sha256: await bodies.putStream(project.id, raw, LIMITS.maxBodyBytes) }
    },
    getBody: async ({ params, principal }, reply) => {
      const project = await access.project(principal, params.p)
      const content = await bodies.openRead(project.id, params.sha256)
      if (!content) throw new Failure('NOT_FOUND', { subject: sentence('noun.body') })
      return reply.type('application/octet-stream').header('content-length', content.size).send(content.stream)
    },
  }
}
