// One connection to the database file: its settings, its prepared statements, and its errors described for the operator.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqlConnection, SqlValue } from '../sql/kinds.ts'
import { StorageError, type StorageProblem, storageError } from '../storage-error.ts'

type Enough = (row: readonly SqlValue[]) => boolean

export interface SqliteConnection extends SqlConnection {
  readonly path: string
  readonly database: DatabaseSync
  rows(text: string, values?: readonly SqlValue[], enough?: Enough): SqlValue[][]
  rowsWithin(text: string, values: readonly SqlValue[], maxBytes: number): { rows: SqlValue[][]; hasMore: boolean }
  run(text: string, values?: readonly SqlValue[]): number
  /** Runs BEGIN, COMMIT, SAVEPOINT and the like. */
  control(text: string): void
  /** The listener is called with every storage problem that a statement causes. */
  watchProblems(listener: (error: StorageError) => void): void
  /** How many statements have written so far. */
  writes(): number
  close(): void
}

export interface ConnectionOptions {
  readonly path: string
  readonly readOnly?: boolean
}

const BUSY_MILLISECONDS = 5000
/** The size of the log file that is kept when it starts over: overwriting syncs twice as fast as appending. */
const WAL_KEPT_BYTES = 16 * 1024 * 1024
const MAX_STATEMENTS = 500

export function openSqliteConnection({ path, readOnly = false }: ConnectionOptions): SqliteConnection {
  try {
    const database = new DatabaseSync(path, { readOnly, timeout: BUSY_MILLISECONDS, enableForeignKeyConstraints: true })
    configure(database, readOnly)
    return connect(path, database)
  } catch (error) {
    throw fromSqliteError(error, path)
  }
}

/** Checkpoints block the thread that makes them, so no commit makes one: see checkpoints.ts. */
function configure(database: DatabaseSync, readOnly: boolean): void {
  // Deleted or overwritten data may be a secret, so its bytes are erased.
  if (!readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON')
  database.exec(`PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}`)
  // Reads the first page, so that a file that is not a database is noticed here.
  database.exec('PRAGMA schema_version')
}

function connect(path: string, database: DatabaseSync): SqliteConnection {
  const statements = new Map<string, StatementSync>()
  let writes = 0
  let onProblem: (error: StorageError) => void = () => undefined
  const prepare = (text: string): StatementSync => {
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const statement = database.prepare(text)
    statement.setReturnArrays(true)
    statements.set(text, statement)
    return statement
  }
  const guard = <T>(work: () => T): T => {
    try {
      return work()
    } catch (cause) {
      const error = fromSqliteError(cause, path)
      if (error instanceof StorageError) onProblem(error)
      throw error
    }
  }
  return {
    path,
    database,
    rows: (text, values = [], enough) => guard(() => readRows(prepare(text), values, enough)),
    rowsWithin: (text, values, maxBytes) => guard(() => takeWithin(iterateRows(prepare(text), values), maxBytes)),
    run: (text, values = []) =>
      guard(() => {
        writes += 1
        return Number(prepare(text).run(...values).changes)
      }),
    control: (text) => void guard(() => prepare(text).run()),
    watchProblems: (listener) => {
      onProblem = listener
    },
    writes: () => writes,
    close: () => {
      statements.clear()
      if (database.isOpen) database.close()
    },
  }
}

function readRows(statement: StatementSync, values: readonly SqlValue[], enough: Enough | undefined): SqlValue[][] {
  if (!enough) return statement.all(...values) as unknown as SqlValue[][]
  const rows: SqlValue[][] = []
  for (const row of iterateRows(statement, values)) {
    rows.push(row)
    if (enough(row)) break
  }
  return rows
}

/** Every statement returns its rows as arrays, which the types of Node do not know. */
const iterateRows = (statement: StatementSync, values: readonly SqlValue[]): Iterable<SqlValue[]> =>
  statement.iterate(...values) as unknown as Iterable<SqlValue[]>

function takeWithin(found: Iterable<SqlValue[]>, maxBytes: number): { rows: SqlValue[][]; hasMore: boolean } {
  const rows: SqlValue[][] = []
  let bytes = 0
  for (const row of found) {
    if (bytes >= maxBytes) return { rows, hasMore: true }
    rows.push(row)
    for (const value of row) bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  }
  return { rows, hasMore: false }
}

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

/** All statements are built from the schema. If a part of it is missing, somebody has emptied or replaced the file. */
const EMPTIED = /^no such (?:table|index|column|module)/

/**
 * Turns SQLite's result codes into problems that the operator can act on. A broken constraint or wrong SQL is a defect and stays
 * unchanged.
 */
function fromSqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const problem = PROBLEMS[error.errcode & 0xff] ?? (EMPTIED.test(error.message) ? 'damaged' : undefined)
  return problem ? storageError(problem, path, error) : error
}

/**
 * One server per database. The operating system holds the lock, through an empty SQLite file beside the database. It is released
 * however the process ends, so there is no stale lock to recover and no process id to trust.
 */
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
