// The thread that makes checkpoints, on a connection of its own. PASSIVE waits for nobody and blocks nobody.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

export interface CheckpointReply {
  readonly error?: string
}

const database = new DatabaseSync((workerData as { path: string }).path)
database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', () => {
  parentPort?.postMessage(makeCheckpoint())
})

/** Twice: the second takes what was written during the first, so that almost nothing is left for the server's own thread. */
function makeCheckpoint(): CheckpointReply {
  try {
    checkpoint.get()
    checkpoint.get()
    return {}
  } catch (error) {
    return { error: String(error) }
  }
}
