// The thread that makes checkpoints and checks for damage, on its own connection. PASSIVE waits for nobody and blocks nobody.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

export type WorkerTask = 'checkpoint' | 'check'

export interface WorkerReply {
  readonly task: WorkerTask
  readonly error?: string
  /** The result of SQLite's own check; `ok` if nothing is wrong. */
  readonly found?: string
}

const { path } = workerData as { path: string }
const database = new DatabaseSync(path)
database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (task: WorkerTask) => {
  parentPort?.postMessage(reply(task))
})

function reply(task: WorkerTask): WorkerReply {
  try {
    return task === 'check' ? { task, found: check() } : { task, ...makeCheckpoint() }
  } catch (error) {
    return { task, error: String(error) }
  }
}

/** Runs twice: the second run takes what was written during the first, so that almost nothing is left for the main thread. */
function makeCheckpoint(): object {
  checkpoint.get()
  checkpoint.get()
  return {}
}

/** Uses a new connection, because the cache of this one would hide later changes of the file. */
function check(): string {
  using fresh = new DatabaseSync(path, { readOnly: true })
  return String(Object.values(fresh.prepare('PRAGMA quick_check(1)').get() ?? {})[0])
}
