// Moves what the write-ahead log holds into the database file. A checkpoint stalls its thread for tens of milliseconds, so a
// worker thread makes it; this thread only adds the few pages that were written meanwhile, so that the log starts over.
import { Worker } from 'node:worker_threads'
import type { CheckpointReply } from './checkpoint-worker.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

export interface Checkpoints {
  /** After each commit that wrote something. */
  wrote(): void
  close(): Promise<void>
}

export interface CheckpointsOptions {
  readonly connection: SqliteConnection
  readonly onDefect: (error: unknown, where: string) => void
}

const COMMITS_BETWEEN_LOOKS = 32
/** 4 MiB: the log is soon written over instead of growing, and is read back quickly after a crash. */
const LONG_PAGES = 1000
const IDLE_MILLISECONDS = 2000

export function createCheckpoints({ connection, onDefect }: CheckpointsOptions): Checkpoints {
  let commits = 0
  let isDirty = false
  const mover = createMover(connection, onDefect)
  const isLong = () => {
    const [, pages, moved] = connection.rows('PRAGMA wal_checkpoint(NOOP)')[0] ?? []
    return Number(pages) - Number(moved) > LONG_PAGES
  }
  const idle = setInterval(() => {
    if (isDirty) mover.start('idle')
    isDirty = false
  }, IDLE_MILLISECONDS).unref()
  return {
    wrote: () => {
      commits += 1
      isDirty = true
      if (commits % COMMITS_BETWEEN_LOOKS === 0 && isLong()) mover.start('long')
    },
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
  const finish = ({ error }: CheckpointReply) => {
    if (error) onDefect(new Error(error), 'checkpoint')
    else if (reason === 'long' && !connection.database.isTransaction) connection.rows('PRAGMA wal_checkpoint(PASSIVE)')
    reason = undefined
  }
  const open = (): Worker => {
    // Without the options of this process, of which not all are allowed in a thread.
    const options = { workerData: { path: connection.path }, execArgv: [] }
    const opened = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), options)
    opened.unref()
    opened.on('message', finish)
    opened.on('error', (error) => {
      worker = undefined
      finish({ error: String(error) })
    })
    return opened
  }
  return {
    start: (why: 'idle' | 'long') => {
      if (reason) return
      reason = why
      worker ??= open()
      worker.postMessage(why)
    },
    close: async () => void (await worker?.terminate()),
  }
}
