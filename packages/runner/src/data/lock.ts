// One runner per data folder. The lock is the operating system's, by way of SQLite, which takes it alike on every system:
// it ends with the process, however that ends, so a killed runner leaves nothing to clean up.
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '@countersign/protocol'

export interface FolderLock {
  release(): void
}

export function lockFolder(path: string, folder: string): FolderLock {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    throw new Failure('PERMISSION_DENIED', { subject: `another runner works with ${folder}`, lock: path }, { cause })
  }
  return { release: () => database.close() }
}
