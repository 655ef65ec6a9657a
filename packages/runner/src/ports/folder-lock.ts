// Keeps a second runner out of a data folder. A port: data/process-lock.ts works on every Node, data/sqlite-lock.ts where Node has
// SQLite. Each kind sees the other.

export interface FolderLock {
  release(): void
}

/** `path` is the file of the lock, `folder` what the operator is told. Throws PERMISSION_DENIED where another runner holds it. */
export type LockFolder = (path: string, folder: string) => FolderLock
