// Where the operator's credential lies: the key store of the system, else a private file of the data folder. An entry belongs to
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
  /** Undefined where it has none for this place. */
  read(place: CredentialPlace): Promise<string | undefined>
  /** Throws KeyStoreFailed where it takes none: locked, or nobody answers. */
  write(place: CredentialPlace, token: string): Promise<void>
  remove(place: CredentialPlace): Promise<void>
}

export const KEY_STORE_KINDS = ['secret-service', 'keychain', 'file'] as const
export type KeyStoreKind = (typeof KEY_STORE_KINDS)[number]

/** The key store did not do it; the sentence says why. */
export class KeyStoreFailed extends Error {
  override readonly name = 'KeyStoreFailed'
}
