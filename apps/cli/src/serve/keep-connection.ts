// What a running local server leaves for the other commands: its address and the agent's token (connection.json), its process
// (server.json), and the operator's credential in the key store. Tokens are replaced while it runs; the last two are removed at the end.
import { rm } from 'node:fs/promises'
import { readServerFile, type ServerFile, serverFile, writePrivately } from '@countersign/runner/local-server'
import type { LocalAccess } from '@countersign/server'
import { type Connection, connectionFile } from '../connection/data-folder.ts'
import { keyStoreOf } from '../credential/choose-key-store.ts'
import { keepCredential, type StoredCredential } from '../credential/keep-credential.ts'
import { KeyStoreFailed } from '../credential/key-store.ts'

export interface Served {
  readonly data: string
  readonly url: string
  readonly workspace: string | undefined
  readonly local: LocalAccess
}

const REPLACE_MILLISECONDS = 6 * 3600 * 1000
/** A machine that slept has missed its timers. */
const LOOK_MILLISECONDS = 60_000

export async function keepConnection(served: Served): Promise<AsyncDisposable> {
  const { data, url, workspace, local } = served
  await removeLeftBehind(data)
  await writeConnection(served)
  const credential = await keepCredential({ url, data }, local.token('operator'))
  const server: ServerFile = { pid: process.pid, url, workspace: workspace ?? null, key_store: credential.kind }
  await writePrivately(serverFile(data), server)
  let replaceAt = Date.now() + REPLACE_MILLISECONDS
  const timer = setInterval(() => {
    if (Date.now() < replaceAt) return
    replaceAt = Date.now() + REPLACE_MILLISECONDS
    replaceTokens(served, credential).catch(warn)
  }, LOOK_MILLISECONDS).unref()
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await rm(serverFile(data), { force: true })
      await credential[Symbol.asyncDispose]()
    },
  }
}

/** After a crash: an old credential may belong to another address, and would stay until it expires. */
async function removeLeftBehind(data: string): Promise<void> {
  const before = await readServerFile(data)
  try {
    if (before) await keyStoreOf(before.key_store)?.remove({ url: before.url, data })
  } catch (error) {
    if (!(error instanceof KeyStoreFailed)) throw error
    warn(error)
  }
}

async function replaceTokens(served: Served, credential: StoredCredential): Promise<void> {
  await writeConnection(served)
  await credential.replace(served.local.token('operator'))
}

async function writeConnection({ data, url, local }: Served): Promise<void> {
  const connection: Connection = { url, project_id: local.projectId, tokens: { agent: await local.agentToken() } }
  await writePrivately(connectionFile(data), connection)
}

const warn = (error: unknown): void => void process.stderr.write(`warning: the key store: ${(error as Error).message}\n`)
