// Reads the operator's credential for one server from the store that the server names.
import { readServerFile } from '@countersign/runner/local-server'
import { keyStoreOf } from './choose-key-store.ts'
import type { CredentialPlace } from './key-store.ts'

/** Undefined if no server with this address runs on this data folder. */
export async function readCredential(place: CredentialPlace): Promise<string | undefined> {
  const server = await readServerFile(place.data)
  return server?.url === place.url ? keyStoreOf(server.key_store)?.read(place) : undefined
}
