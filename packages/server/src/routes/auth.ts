// The local page's way in: a one-time code for a token.
import { Failure } from '@countersign/protocol'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'

export function createAuthHandlers({
  exchangeCode,
  failedSignIns,
}: Pick<AppContext, 'exchangeCode' | 'failedSignIns'>): Pick<Handlers, 'exchange'> {
  return {
    exchange: async ({ body, ip }) => {
      const exchanged = exchangeCode?.(body.code)
      if (exchanged) return { success: true, ...exchanged }
      failedSignIns.count(ip)
      throw new Failure('UNAUTHORIZED', { subject: 'the code is unknown, used or older than a minute' })
    },
  }
}
