// The operator's credential for one server, from where that server says that it lies.
import { readServerFile } from '../connection/data-folder.ts'
import { keyStoreOf } from './choose-key-store.ts'
import type { CredentialPlace } from './key-store.ts'

/** Undefined where no server of this address runs with this data folder. */
export async function readCredential(place: CredentialPlace): Promise<string | undefined> {
  const server = await readServerFile(place.data)
  return server?.url === place.url ? keyStoreOf(server.key_store)?.read(place) : undefined
}
