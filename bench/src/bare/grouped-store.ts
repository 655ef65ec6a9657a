// Durable rows with synchronous=FULL; the writes of one turn of the event loop share one commit. The minimum that guarantees this.
import { DatabaseSync } from 'node:sqlite'

interface Write {
  readonly run: () => void
  readonly durable: () => void
}

export interface BareStore {
  /** Each resolves once its writes are on disk. */
  add(id: string, status: string, params: string): Promise<void>
  addStep(id: string, said: string): Promise<void>
  approve(id: string): Promise<void>
  settle(id: string, result: string): Promise<void>
  countCompleted(): number
}

export function openGroupedStore(path: string): BareStore {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec('CREATE TABLE calls (id TEXT PRIMARY KEY, status TEXT NOT NULL, params TEXT NOT NULL, result TEXT) WITHOUT ROWID')
  database.exec('CREATE TABLE steps (id TEXT PRIMARY KEY, said TEXT NOT NULL) WITHOUT ROWID')
  const stepping = database.prepare('INSERT INTO steps (id, said) VALUES (?, ?)')
  const inserting = database.prepare('INSERT INTO calls (id, status, params) VALUES (?, ?, ?)')
  const approving = database.prepare("UPDATE calls SET status = 'executing' WHERE id = ? AND status = 'awaiting_approval'")
  const settling = database.prepare("UPDATE calls SET status = 'completed', result = ? WHERE id = ? AND status = 'executing'")
  const counting = database.prepare("SELECT count(*) AS count FROM calls WHERE status = 'completed'")
  const write = groupWrites(database)
  return {
    add: (id, status, params) => write(() => inserting.run(id, status, params)),
    addStep: (id, said) => write(() => stepping.run(id, said)),
    approve: (id) => write(() => approving.run(id)),
    settle: (id, result) => write(() => settling.run(result, id)),
    countCompleted: () => Number(counting.get()?.count),
  }
}

function groupWrites(database: DatabaseSync): (run: () => void) => Promise<void> {
  let queue: Write[] = []
  const commitAll = () => {
    const writes = queue
    queue = []
    database.exec('BEGIN IMMEDIATE')
    for (const { run } of writes) run()
    database.exec('COMMIT')
    for (const { durable } of writes) durable()
  }
  return (run) =>
    new Promise((durable) => {
      if (queue.length === 0) setImmediate(commitAll)
      queue.push({ run, durable })
    })
}
