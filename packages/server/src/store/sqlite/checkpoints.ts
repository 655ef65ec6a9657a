// Moves the content of the write-ahead log into the database file. A checkpoint blocks its thread for tens of milliseconds, so a
// worker thread makes it. The main thread only adds the few pages written in the meantime, so that the log starts over.
import { Worker } from 'node:worker_threads'
import type { WorkerReply } from './checkpoint-worker.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

export interface Checkpoints {
  /** Called every few commits: starts a checkpoint if the log is long. */
  look(): void
  /** Checks the whole file on the other thread; returns `ok` or what is wrong. */
  check(): Promise<string>
  close(): Promise<void>
}

export interface CheckpointsOptions {
  readonly connection: SqliteConnection
  readonly onDefect: (error: unknown, where: string) => void
}

/** How many commits may be made before the next look. */
export const COMMITS_BETWEEN_LOOKS = 32
/** 4 MiB: the log is soon overwritten instead of growing, and is read quickly after a crash. */
const LONG_PAGES = 1000
const IDLE_MILLISECONDS = 2000
/**
 * The log keeps overwritten data, including secrets, until it is emptied. That happens at most this often, because the file must
 * then grow again.
 */
const EMPTY_MILLISECONDS = 60_000

export function createCheckpoints({ connection, onDefect }: CheckpointsOptions): Checkpoints {
  let moved = connection.writes()
  const mover = createMover(connection, onDefect)
  const isLong = () => {
    const [, pages, copied] = connection.rows('PRAGMA wal_checkpoint(NOOP)')[0] ?? []
    return Number(pages) - Number(copied) > LONG_PAGES
  }
  const idle = setInterval(() => {
    if (connection.writes() > moved) mover.start('idle')
    moved = connection.writes()
  }, IDLE_MILLISECONDS).unref()
  return {
    look: () => {
      if (isLong()) mover.start('long')
    },
    check: mover.check,
    close: async () => {
      clearInterval(idle)
      await mover.close()
    },
  }
}

/** The worker thread: started with the first checkpoint, one checkpoint at a time. */
function createMover(connection: SqliteConnection, onDefect: CheckpointsOptions['onDefect']) {
  let worker: Worker | undefined
  let reason: 'idle' | 'long' | undefined
  let emptied = 0
  const checks: ((found: string) => void)[] = []
  const finish = ({ task, error, found }: WorkerReply) => {
    if (task === 'check') return checks.shift()?.(found ?? `it cannot be read: ${error}`)
    const why = reason
    reason = undefined
    if (error) return onDefect(new Error(error), 'checkpoint')
    if (connection.database.isTransaction) return
    if (why === 'long') connection.rows('PRAGMA wal_checkpoint(PASSIVE)')
    if (why !== 'idle' || Date.now() - emptied < EMPTY_MILLISECONDS) return
    emptied = Date.now()
    connection.rows('PRAGMA wal_checkpoint(TRUNCATE)')
  }
  const fail = (error: string) => {
    worker = undefined
    for (const task of [...checks.map(() => 'check' as const), ...(reason ? ['checkpoint' as const] : [])]) finish({ task, error })
  }
  const open = (): Worker => {
    // Without the options of this process, because some are not allowed in a thread.
    const options = { workerData: { path: connection.path }, execArgv: [] }
    const opened = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), options)
    opened.unref()
    opened.on('message', (reply: WorkerReply) => {
      try {
        finish(reply)
      } catch (error) {
        onDefect(error, 'checkpoint')
      }
    })
    opened.on('error', (error) => fail(String(error)))
    return opened
  }
  return {
    start: (why: 'idle' | 'long') => {
      if (reason) return
      reason = why
      worker ??= open()
      worker.postMessage('checkpoint')
    },
    check: () =>
      new Promise<string>((resolve) => {
        checks.push(resolve)
        worker ??= open()
        worker.postMessage('check')
      }),
    close: async () => void (await worker?.terminate()),
  }
}
