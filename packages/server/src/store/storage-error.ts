// A problem with the disk or the database: full, read-only, in use, damaged, or created by a newer version. The message is for
// the operator; nothing of the failed operation was stored.

export type StorageProblem = 'full' | 'read-only' | 'in-use' | 'damaged' | 'newer' | 'unreadable'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly problem: StorageProblem

  constructor(problem: StorageProblem, sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options)
    this.problem = problem
  }
}

/** Instructions that apply whatever happened to the file. */
export const howToRestore = (path: string): string =>
  `It was not changed. Stop the server, move it away together with ${path}-wal and ${path}-shm, put a copy in its place, and start again.`

const SENTENCES: Readonly<Record<Exclude<StorageProblem, 'newer'>, (path: string) => string>> = {
  full: (path) => `No space is left for ${path}; nothing of this was stored. Free some space, then try again.`,
  'read-only': (path) => `${path} cannot be written; nothing of this was stored. Check its permissions and those of its folder.`,
  'in-use': (path) => `${path} is in use by another process. Stop the other server, or use another data folder.`,
  damaged: (path) => `${path} is damaged or not a database of Countersign. ${howToRestore(path)}`,
  unreadable: (path) => `${path} could not be read or written. Check the disk and the permissions.`,
}

export const storageError = (problem: Exclude<StorageProblem, 'newer'>, path: string, cause?: unknown): StorageError =>
  new StorageError(problem, SENTENCES[problem](path), { cause })

const SYSTEM_CODES: Readonly<Record<string, Exclude<StorageProblem, 'newer'>>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EIO: 'unreadable',
}

/** Describes a failed system call on `path`; any other error is returned unchanged. */
export function fromSystemError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const problem = SYSTEM_CODES[code]
  return problem ? storageError(problem, path, error) : error
}

/** The storage problem behind an error, if there is one. */
export function storageProblemOf(error: unknown): StorageProblem | undefined {
  if (error instanceof StorageError) return error.problem
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS' || code === 'EIO' ? SYSTEM_CODES[code] : undefined
}
