// The embedded store: one SQLite file in WAL mode, every commit synced, concurrent commits grouped, one server at a time.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { executionTable, readWithin, type Store, type Transaction } from '@countersign/core'
import { sqlCalls } from '../sql/sql-calls.ts'
import { sqlEvents } from '../sql/sql-events.ts'
import { sqlFigures } from '../sql/sql-figures.ts'
import { sqlSessionSearch } from '../sql/sql-session-search.ts'
import { sqlTable } from '../sql/sql-table.ts'
import * as tables from '../sql/tables.ts'
import { fromSystemError, type StorageError, storageError } from '../storage-error.ts'
import { COMMITS_BETWEEN_LOOKS, createCheckpoints } from './checkpoints.ts'
import { createGroupedCommits } from './grouped-commits.ts'
import { migrate, requireSchema } from './migrate.ts'
import { findRemoved, pruneRemoved } from './prune-removed.ts'
import { openSqliteConnection, type SqliteConnection, takeOwnerLock } from './sqlite-connection.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { createStoreHealth, sizeOf } from './store-health.ts'

export interface SqliteStoreOptions {
  readonly path: string
  /** Only reads; works while a server has the database open. */
  readonly readOnly?: boolean
  readonly onDefect?: (error: unknown, where: string) => void
}

export interface SqliteStore extends Store {
  /** Returns the reason why the store cannot write now, if there is one. */
  check(): Promise<StorageError | undefined>
}

/**
 * A file up to this size is checked before the start. A larger one delays the start for a limited time, and the check finishes
 * afterwards.
 */
const QUICK_BYTES = 16 * 1024 * 1024
const LOOK_MILLISECONDS = 3_000

export async function openSqliteStore({ path, readOnly = false, onDefect = reportDefect }: SqliteStoreOptions): Promise<SqliteStore> {
  if (readOnly) return storeOver(prepared(path, true), { readOnly, onDefect })
  makePrivately(path)
  const lock = takeOwnerLock(path)
  try {
    const isLarge = sizeOf(path) > QUICK_BYTES
    const store = storeOver(prepared(path, false), { readOnly, onDefect, lock })
    if (isLarge) await refuseDamaged(store)
    return store
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

async function refuseDamaged(store: OpenedStore): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, LOOK_MILLISECONDS)
  await Promise.race([store.checkIntegrity(), late.promise])
  clearTimeout(timer)
  const damage = store.damage()
  if (!damage) return
  await store[Symbol.asyncDispose]()
  throw damage
}

function prepared(path: string, readOnly: boolean): SqliteConnection {
  const connection = openSqliteConnection({ path, readOnly })
  try {
    if (!readOnly && sizeOf(path) <= QUICK_BYTES) checkIntegrity(connection)
    if (readOnly) requireSchema(connection)
    else migrate(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function checkIntegrity(connection: SqliteConnection): void {
  const [found] = connection.rows('PRAGMA quick_check(1)')
  if (found?.[0] !== 'ok') throw storageError('damaged', connection.path, new Error(String(found?.[0])))
}

export interface OpenedStore extends SqliteStore {
  /** Known damage. Nothing more is written then. */
  damage(): StorageError | undefined
  /** Checks for damage on another thread. */
  checkIntegrity(): Promise<void>
}

export interface StoreParts {
  readonly readOnly: boolean
  readonly onDefect: (error: unknown, where: string) => void
  readonly lock?: Disposable
}

export function storeOver(connection: SqliteConnection, { readOnly, onDefect, lock }: StoreParts): OpenedStore {
  const checkpoints = createCheckpoints({ connection, onDefect })
  const tx = transactionOver(connection)
  const reader = readOnly ? connection : openSqliteConnection({ path: connection.path, readOnly: true })
  const readTx = readOnly ? tx : transactionOver(reader)
  let written = 0
  let damage: StorageError | undefined
  const note = (error: StorageError) => {
    if (error.problem === 'damaged') damage ??= error
  }
  const commits = createGroupedCommits({
    connection,
    tx,
    begin: readOnly ? 'BEGIN' : 'BEGIN IMMEDIATE',
    onWritten: () => {
      if (++written % COMMITS_BETWEEN_LOOKS === 0) checkpoints.look()
    },
  })
  const health = createStoreHealth({
    path: connection.path,
    checkIntegrity: checkpoints.check,
    write: () => commits.transact(async () => void connection.run(PROBE)),
    damage: () => damage,
    note,
  })
  for (const each of [connection, reader]) each.watchProblems(note)
  let closing: Promise<void> | undefined
  const close = async () => {
    await commits.close()
    await checkpoints.close()
    reader.close()
    connection.close()
    lock?.[Symbol.dispose]()
  }
  return {
    transact: (work) => (damage ? Promise.reject(damage) : commits.transact(work)),
    check: health.check,
    damage: () => damage,
    checkIntegrity: health.checkIntegrity,
    read: (look) => readWithin(readTx, look),
    prune: async () => {
      if (!findRemoved(reader)) return false
      await commits.transact(async () => pruneRemoved(connection))
      return true
    },
    [Symbol.asyncDispose]: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Fills a whole page, so that it needs free space. */
const PROBE = 'INSERT OR REPLACE INTO probes (id, room) VALUES (1, randomblob(4096))'

export function transactionOver(connection: SqliteConnection): Transaction {
  const dialect = createSqliteDialect()
  return {
    projects: sqlTable(connection, dialect, tables.projects),
    sessions: sqlTable(connection, dialect, tables.sessions),
    executions: executionTable(sqlTable(connection, dialect, tables.executions)),
    approvals: sqlTable(connection, dialect, tables.approvals),
    grants: sqlTable(connection, dialect, tables.grants),
    callClasses: sqlTable(connection, dialect, tables.callClasses),
    runners: sqlTable(connection, dialect, tables.runners),
    messages: sqlTable(connection, dialect, tables.messages),
    turns: sqlTable(connection, dialect, tables.turns),
    devices: sqlTable(connection, dialect, tables.devices),
    events: sqlEvents(connection, dialect),
    figures: sqlFigures(connection, dialect),
    findCalls: sqlCalls(connection, dialect),
    findSessions: sqlSessionSearch(connection, dialect),
  }
}

/** SQLite gives its other files the mode of the database file, so this mode protects all of them. */
function makePrivately(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    for (const file of [path, `${path}-lock`]) closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    throw fromSystemError(error, path)
  }
}

function reportDefect(error: unknown, where: string): void {
  console.error(where, error)
}
