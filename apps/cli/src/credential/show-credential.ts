// Where the operator's sign-in is stored, as doctor shows it.
import { readServerFile } from '@countersign/runner/local-server'
import { chooseKeyStore, keyStoreOf } from './choose-key-store.ts'
import { credentialPath } from './credential-file.ts'

export async function showCredential(data: string): Promise<{ readonly ok: boolean; readonly text: string }> {
  const { store: chosen, lacks = 'the key store was locked or gave no answer' } = chooseKeyStore()
  const used = keyStoreOf((await readServerFile(data))?.key_store) ?? chosen
  if (used.kind !== 'file') return { ok: true, text: `the operator's sign-in lies in ${used.title}` }
  const text = `while a server runs, the operator's sign-in lies in ${credentialPath(data)}, where any program of yours outside the sandbox can read it: ${lacks}`
  return { ok: false, text }
}
