// A browser cannot send an Authorization header with a WebSocket. It offers its token as a subprotocol instead, which stays out
// of URLs and logs as a header does: `new WebSocket(url, ['codelab', 'bearer.' + token])`. The reply names `codelab`.
import type { IncomingHttpHeaders } from 'node:http'

const SUBPROTOCOL = 'codelab'
const BEARER = 'bearer.'

export function offeredToken(headers: IncomingHttpHeaders): string | undefined {
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim())
  const token = offered?.find((name) => name.startsWith(BEARER))?.slice(BEARER.length)
  return token === undefined ? undefined : `Bearer ${token}`
}

/** Never chooses the token, because the reply would then show it to anybody who sees headers. */
export const chooseSubprotocol = (offered: ReadonlySet<string>): string | false => offered.has(SUBPROTOCOL) && SUBPROTOCOL
