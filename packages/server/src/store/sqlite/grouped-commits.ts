// Concurrent transactions share one commit and so one disk sync. Each has its own savepoint, so that a failing one is rolled back
// alone. All are answered after the commit. A single transaction needs no savepoint and costs nothing extra.
import { type Store, type Transaction, transactWithin } from '@countersign/core'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Answers the caller of a transaction. */
type Answer = () => void

interface Job {
  /** Runs its work; gives what answers its caller after the commit. */
  readonly run: (tx: Transaction) => Promise<Answer>
  readonly reject: (error: unknown) => void
}

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
        const run = async (tx: Transaction) => {
          const value = await transactWithin(tx, work)
          return () => resolve(value)
        }
        waiting.push({ run, reject })
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
  const answers: Answer[] = []
  const writesBefore = connection.writes()
  try {
    connection.control(begin)
    for (const job of jobs) {
      answers.push(jobs.length === 1 ? await runAlone(options, job) : await runInSavepoint(options, job))
    }
    if (connection.database.isTransaction) connection.control('COMMIT')
  } catch (error) {
    rollBack(connection)
    for (const { reject } of jobs) reject(error)
    return
  }
  for (const answer of answers) answer()
  if (connection.writes() > writesBefore) onWritten()
}

async function runAlone({ connection, tx }: GroupedCommitsOptions, { run, reject }: Job): Promise<Answer> {
  try {
    return await run(tx)
  } catch (error) {
    rollBack(connection)
    return () => reject(error)
  }
}

async function runInSavepoint({ connection, tx }: GroupedCommitsOptions, { run, reject }: Job): Promise<Answer> {
  connection.control('SAVEPOINT job')
  try {
    const answer = await run(tx)
    connection.control('RELEASE job')
    return answer
  } catch (error) {
    // A full disk makes SQLite roll back the whole transaction; then no transaction of this batch may be reported as done.
    if (!connection.database.isTransaction) throw error
    connection.control('ROLLBACK TO job')
    connection.control('RELEASE job')
    return () => reject(error)
  }
}

function rollBack(connection: SqliteConnection): void {
  if (connection.database.isTransaction) connection.control('ROLLBACK')
}
