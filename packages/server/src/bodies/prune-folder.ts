// Removes old files under a folder, then the folders that became empty.
import { rmdirSync, statSync, unlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export async function pruneFolder(folder: string, olderThan: Date): Promise<number> {
  let removed = 0
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) {
      removed += removeIfOlder(path, olderThan) ? 1 : 0
      continue
    }
    removed += await pruneFolder(path, olderThan)
    ignoring(['ENOTEMPTY', 'ENOENT', 'EEXIST'], () => rmdirSync(path))
  }
  return removed
}

/** Checks and removes in one synchronous step, so that a file stored again in the meantime is not lost. */
const removeIfOlder = (path: string, olderThan: Date): boolean =>
  ignoring(['ENOENT'], () => {
    if (statSync(path).mtime >= olderThan) return false
    unlinkSync(path)
    return true
  }) ?? false

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function ignoring<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
