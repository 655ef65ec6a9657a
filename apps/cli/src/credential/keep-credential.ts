// The operator's credential while a local server runs: stored at the start, replaced by `replace` long before it expires, removed when the
// server stops.
import { chooseKeyStore, type KeyStoreChoice } from './choose-key-store.ts'
import { credentialFile } from './credential-file.ts'
import { type CredentialPlace, KeyStoreFailed, type KeyStoreKind } from './key-store.ts'

export interface StoredCredential extends AsyncDisposable {
  readonly kind: KeyStoreKind
  replace(token: string): Promise<void>
}

export async function keepCredential(place: CredentialPlace, token: string): Promise<StoredCredential> {
  const { store } = await writeFirst(place, token)
  return {
    kind: store.kind,
    replace: (next) => store.write(place, next),
    [Symbol.asyncDispose]: () => store.remove(place),
  }
}

/** A key store that is locked, or does not return what was stored, counts as none. */
async function writeFirst(place: CredentialPlace, token: string): Promise<KeyStoreChoice> {
  const choice = chooseKeyStore()
  try {
    await choice.store.write(place, token)
    if ((await choice.store.read(place)) === token) return choice
    throw new KeyStoreFailed('it did not give back what it took')
  } catch (error) {
    if (!(error instanceof KeyStoreFailed)) throw error
    await credentialFile.write(place, token)
    return { store: credentialFile }
  }
}
