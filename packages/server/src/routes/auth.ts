// Sign-in for the local page: exchanges a one-time code for a token, issues a new code to a signed-in user, and renews tokens.
import { Failure } from '@countersign/protocol'
import { bearerToken } from '../auth/authenticator.ts'
import { CODE_SECONDS } from '../auth/login-codes.ts'
import type { AppContext } from '../context.ts'
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
      throw new Failure('UNAUTHORIZED', { subject: 'the code is unknown, used or older than a minute' })
    },
    renew: async ({ headers }) => {
      if (!renewToken) throw new Failure('NOT_FOUND', { subject: 'only a local server renews tokens; get one from your issuer' })
      return { success: true, ...renewToken(bearerToken(headers.authorization)) }
    },
    loginCode: async () => {
      if (!loginCode) throw new Failure('NOT_FOUND', { subject: 'only a local server has codes; sign in with a token of your issuer' })
      return { success: true, code: loginCode(), expires_in_seconds: CODE_SECONDS }
    },
  }
}
