// A lock of the operating system, by way of SQLite, which takes it in the same way on every system: it ends with the process,
// however that ends, so that a killed runner leaves nothing to clean up. The file of the other kind is taken too: a runner in a program
// whose Node has no SQLite sees this one, and this one sees it.
import { DatabaseSync } from 'node:sqlite'
import type { LockFolder } from '../ports/folder-lock.ts'
import { folderInUse, lockByProcess } from './process-lock.ts'

export const lockWithSqlite: LockFolder = (path, folder) => {
  const own = lockByProcess(path, folder)
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    own.release()
    throw folderInUse(path, folder, cause)
  }
  return {
    release() {
      database.close()
      own.release()
    },
  }
}
