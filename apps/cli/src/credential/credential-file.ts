// The operator's credential if the system has no key store: a file in the data folder (0600). No workspace contains that folder and
// no sandbox shows it, but another program of the same user can read it; `countersign doctor` says so.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readPrivate, writePrivately } from '@countersign/runner/local-server'
import type { KeyStore } from './key-store.ts'

interface Stored {
  readonly url: string
  readonly token: string
}

export const credentialPath = (data: string): string => join(data, 'keys', 'operator-token.json')

export const credentialFile: KeyStore = {
  kind: 'file',
  title: 'a file of the data folder that only you can read',
  read: async ({ url, data }) => {
    const stored = await readPrivate<Stored>(credentialPath(data))
    return stored?.url === url ? stored.token : undefined
  },
  write: ({ url, data }, token) => writePrivately(credentialPath(data), { url, token } satisfies Stored),
  remove: ({ data }) => rm(credentialPath(data), { force: true }),
}
