// Where tokens come from: a shared secret, or the keys of an issuer.

export interface SecretAuth {
  readonly secret: string | Uint8Array
}

export interface KeySetAuth {
  readonly jwksUrl: string
  readonly issuer?: string
  readonly audience?: string
}

export type AuthOptions = SecretAuth | KeySetAuth
