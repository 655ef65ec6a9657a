// Sign-in for the local page: exchanges a one-time code for a token, issues a new code to a signed-in user, and renews tokens.
import { Failure, sentence } from '@countersign/protocol'
import { CODE_SECONDS } from '../auth/login-codes.ts'
import type { AppContext } from '../context.ts'
import { bearerToken } from '../http/gate.ts'
import type { Handlers } from '../http/route-handler.ts'

export function createAuthHandlers({
  exchangeCode,
  loginCode,
  renewToken,
  failedSignIns,
}: Pick<AppContext, 'exchangeCode' | 'loginCode' | 'renewToken' | 'failedSignIns'>): Pick<Handlers, 'exchange' | 'loginCode' | 'renew'> {
  return {
    exchange: async ({ body, ip }) => {
      const exchanged = exchangeCode?.(body.code)
      if (exchanged) return { success: true, ...exchanged }
      failedSignIns.count(ip)
      throw new Failure('UNAUTHORIZED', { subject: sentence('subject.code-unknown') })
    },
    renew: async ({ headers }) => {
      if (!renewToken) throw new Failure('NOT_FOUND', { subject: sentence('subject.no-renewal') })
      return { success: true, ...renewToken(bearerToken(headers.authorization)) }
    },
    loginCode: async ({ principal }) => {
      if (!loginCode) throw new Failure('NOT_FOUND', { subject: sentence('subject.no-codes') })
      return { success: true, code: loginCode(principal.device_id), expires_in_seconds: CODE_SECONDS }
    },
  }
}
