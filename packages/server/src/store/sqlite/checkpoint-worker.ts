// The thread that makes checkpoints and looks for damage, on a connection of its own. PASSIVE waits for nobody and blocks nobody.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

export type WorkerTask = 'checkpoint' | 'check'

export interface WorkerReply {
  readonly task: WorkerTask
  readonly error?: string
  /** What the database says of itself; `ok` where nothing is wrong. */
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

/** Twice: the second takes what was written during the first, so that almost nothing is left for the server's own thread. */
function makeCheckpoint(): object {
  checkpoint.get()
  checkpoint.get()
  return {}
}

/** A new connection: what this one has read before would hide what was changed since. */
function check(): string {
  using fresh = new DatabaseSync(path, { readOnly: true })
  return String(Object.values(fresh.prepare('PRAGMA quick_check(1)').get() ?? {})[0])
}
