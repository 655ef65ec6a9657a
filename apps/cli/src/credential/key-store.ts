// Where the operator's credential is stored: the system's key store, or a private file in the data folder. An entry belongs to
// one server address and one data folder.

export interface CredentialPlace {
  readonly url: string
  /** The data folder. */
  readonly data: string
}

export interface KeyStore {
  readonly kind: KeyStoreKind
  /** For a person: "the Secret Service of this session". */
  readonly title: string
  /** Undefined if there is no entry. */
  read(place: CredentialPlace): Promise<string | undefined>
  /** Throws KeyStoreFailed if it cannot store one: locked, or no answer. */
  write(place: CredentialPlace, token: string): Promise<void>
  remove(place: CredentialPlace): Promise<void>
}

export const KEY_STORE_KINDS = ['secret-service', 'keychain', 'file'] as const
export type KeyStoreKind = (typeof KEY_STORE_KINDS)[number]

/** The key store failed; the message says why. */
export class KeyStoreFailed extends Error {
  override readonly name = 'KeyStoreFailed'
}
