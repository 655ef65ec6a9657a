// SQLite's result codes, as the operator's words. A broken constraint or wrong SQL is a defect and stays as it is.
import { type StorageProblem, storageError } from '../storage-error.ts'

/** Primary result codes: https://www.sqlite.org/rescode.html */
const PROBLEMS: Readonly<Record<number, Exclude<StorageProblem, 'newer'>>> = {
  5: 'in-use',
  6: 'in-use',
  8: 'read-only',
  10: 'unreadable',
  11: 'damaged',
  13: 'full',
  14: 'unreadable',
  26: 'damaged',
}

/** All statements are made from the schema: where a part of it is gone, somebody has emptied or exchanged the file. */
const EMPTIED = /^no such (?:table|index|column|module)/

export function fromSqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const problem = PROBLEMS[error.errcode & 0xff] ?? (EMPTIED.test(error.message) ? 'damaged' : undefined)
  return problem ? storageError(problem, path, error) : error
}
