// Concurrent transactions share one commit and so one disk sync. Each has its own savepoint, so that a failing one is rolled back
// alone. All are answered after the commit. A single transaction needs no savepoint and costs nothing extra.
import { type Store, type Transaction, transactWithin } from '@countersign/core'
import type { SqliteConnection } from './sqlite-connection.ts'

interface Job {
  readonly work: (tx: Transaction) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

type Outcome = { readonly job: Job } & ({ readonly value: unknown } | { readonly error: unknown })

export interface GroupedCommits {
  readonly transact: Store['transact']
  /** Resolves when every transaction has been answered; later ones are refused. */
  close(): Promise<void>
}

export interface GroupedCommitsOptions {
  readonly connection: SqliteConnection
  readonly tx: Transaction
  readonly begin: 'BEGIN' | 'BEGIN IMMEDIATE'
  /** Called after a commit that wrote something. */
  readonly onWritten: () => void
}

/** Limits how long the first transaction of a batch waits for the last. */
const MAX_BATCH = 256

export function createGroupedCommits(options: GroupedCommitsOptions): GroupedCommits {
  const waiting: Job[] = []
  let turn: Promise<void> | undefined
  let closed = false
  const drain = async () => {
    // Runs after this phase of the event loop, so that every request that has already arrived joins the first commit.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      await runBatch(options, waiting)
      if (waiting.length > 0) await new Promise(setImmediate)
    }
    turn = undefined
  }
  return {
    transact: (work) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the store is closed'))
        waiting.push({ work, resolve, reject })
        turn ??= drain()
      }),
    close: async () => {
      closed = true
      await turn
    },
  }
}

async function runBatch(options: GroupedCommitsOptions, waiting: Job[]): Promise<void> {
  const { connection, begin, onWritten } = options
  const jobs = waiting.splice(0, MAX_BATCH)
  const outcomes: Outcome[] = []
  const writesBefore = connection.writes()
  try {
    connection.control(begin)
    for (const job of jobs) {
      outcomes.push(jobs.length === 1 ? await runAlone(options, job) : await runInSavepoint(options, job))
    }
    if (connection.database.isTransaction) connection.control('COMMIT')
  } catch (error) {
    rollBack(connection)
    for (const { reject } of jobs) reject(error)
    return
  }
  settle(outcomes)
  if (connection.writes() > writesBefore) onWritten()
}

async function runAlone({ connection, tx }: GroupedCommitsOptions, job: Job): Promise<Outcome> {
  try {
    return { job, value: await transactWithin(tx, job.work) }
  } catch (error) {
    rollBack(connection)
    return { job, error }
  }
}

async function runInSavepoint({ connection, tx }: GroupedCommitsOptions, job: Job): Promise<Outcome> {
  connection.control('SAVEPOINT job')
  try {
    const value = await transactWithin(tx, job.work)
    connection.control('RELEASE job')
    return { job, value }
  } catch (error) {
    // A full disk makes SQLite roll back the whole transaction; then no transaction of this batch may be reported as done.
    if (!connection.database.isTransaction) throw error
    connection.control('ROLLBACK TO job')
    connection.control('RELEASE job')
    return { job, error }
  }
}

function rollBack(connection: SqliteConnection): void {
  if (connection.database.isTransaction) connection.control('ROLLBACK')
}

function settle(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    if ('error' in outcome) outcome.job.reject(outcome.error)
    else outcome.job.resolve(outcome.value as never)
  }
}
