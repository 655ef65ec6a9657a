// The key store of this machine. On Windows none can be used without a native library, so the
// credential is in a file of the person's profile.
import { UsageError } from '../terminal/report-error.ts'
import { credentialFile } from './credential-file.ts'
import { KEY_STORE_KINDS, type KeyStore, type KeyStoreKind } from './key-store.ts'
import { keychain, lacksKeychain } from './keychain.ts'
import { lacksSecretService, secretService } from './secret-service.ts'

export interface KeyStoreChoice {
  readonly store: KeyStore
  /** Why it is only a file. */
  readonly lacks?: string
}

/** COUNTERSIGN_KEY_STORE=file is for tests and servers that must not use the person's key store. */
export function chooseKeyStore(platform = process.platform): KeyStoreChoice {
  const wanted = process.env.COUNTERSIGN_KEY_STORE
  if (wanted === 'file') return { store: credentialFile, lacks: 'COUNTERSIGN_KEY_STORE=file' }
  if (wanted) throw new UsageError('COUNTERSIGN_KEY_STORE is either "file" or not set')
  if (platform === 'linux') return orFile(secretService, lacksSecretService())
  if (platform === 'darwin') return orFile(keychain, lacksKeychain())
  return { store: credentialFile, lacks: 'this system has no key store that Countersign can use' }
}

const orFile = (store: KeyStore, lacks: string | undefined): KeyStoreChoice =>
  lacks === undefined ? { store } : { store: credentialFile, lacks }

const STORES: Readonly<Record<KeyStoreKind, KeyStore>> = { 'secret-service': secretService, keychain, file: credentialFile }

/** The store that the running server used. */
export const keyStoreOf = (kind: unknown): KeyStore | undefined =>
  KEY_STORE_KINDS.some((known) => known === kind) ? STORES[kind as KeyStoreKind] : undefined
