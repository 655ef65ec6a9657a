export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts'
export { StorageError, type StorageProblem } from './storage-error.ts'
