// The times in a client's own token: issued and expires. Only the server verifies it.

export interface TokenTimes {
  /** In milliseconds of the server's clock. */
  readonly issuedAt: number
  readonly endsAt: number
}

/** Undefined if it has not both times: then there is nothing to renew. */
export function tokenTimes(token: string): TokenTimes | undefined {
  try {
    const claims = JSON.parse(fromBase64Url(token.split('.')[1] ?? '')) as { iat?: unknown; exp?: unknown } | null
    if (typeof claims?.iat !== 'number' || typeof claims.exp !== 'number') return undefined
    return { issuedAt: claims.iat * 1000, endsAt: claims.exp * 1000 }
  } catch {
    return undefined // An issuer's token may be of any form.
  }
}

/** Names in a token may use any script, so its bytes are decoded as UTF-8. */
function fromBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
