// One server per database. The lock is the operating system's, held through an empty SQLite file beside the database:
// it goes with the process, however that ends, so there is no stale lock to recover and no process id to trust.
import { DatabaseSync } from 'node:sqlite'
import { fromSqliteError } from './sqlite-error.ts'

export function takeOwnerLock(path: string): Disposable {
  const database = new DatabaseSync(`${path}-lock`, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw fromSqliteError(error, path)
  }
  return { [Symbol.dispose]: () => database.close() }
}
