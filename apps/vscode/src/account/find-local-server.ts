// The address of the server that runs on this machine, if one answers. Only the address is read: access is asked for like anywhere else.
import { createClient } from '@countersign/client'
import { dataFolder, readServerFile } from '@countersign/runner/local-server'

const PATIENCE_MILLISECONDS = 2_000

export async function findLocalServer(): Promise<string | undefined> {
  try {
    const found = await readServerFile(dataFolder(undefined))
    if (!found) return undefined
    await createClient({ url: found.url }).health({ signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
    return found.url
  } catch {
    // A file that a crash left behind, or one that cannot be read: nothing that could be used.
    return undefined
  }
}
