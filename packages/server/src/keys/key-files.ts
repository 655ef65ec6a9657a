// Secrets stored one per file: created once, complete or not at all, and readable only by the owner.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { claimName, makePrivateFolder, writeTemporary } from '../bodies/durable-file.ts'
import { fromSystemError, StorageError } from '../store/storage-error.ts'

const FOR_OTHERS = 0o077

/**
 * Returns the content of the file, creating it with `make` if it is missing. If several callers create it at once, all get the
 * same content.
 */
export async function loadOrMake(folder: string, name: string, make: () => string): Promise<string> {
  const path = join(folder, name)
  try {
    makePrivateFolder(folder)
    const found = await readIfThere(path)
    if (found !== undefined) return found
    const { path: temporary } = await writeTemporary(folder, (file) => file.writeFile(make()))
    await claimName(temporary, path)
    return await readFile(path, 'utf8')
  } catch (error) {
    throw fromSystemError(error, path)
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path)
    if (mode & FOR_OTHERS) throw new StorageError('unreadable', `${path} holds a secret and can be read by others. Run: chmod 600 ${path}`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
