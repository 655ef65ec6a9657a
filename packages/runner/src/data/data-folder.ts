// The runner's own folder: who it is, whom it trusts, what it began, what it has to post. Nobody else may read it.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunnerId, runnerId, uuidv7 } from '@countersign/protocol'
import { readIfPresent } from '../disk/read-if-present.ts'
import type { FolderLock, LockFolder } from '../ports/folder-lock.ts'
import { type Owner, privateFolder } from './private-folder.ts'

export interface DataFolder {
  /** What belongs to this workspace and project lies here. */
  readonly path: string
  readonly runnerId: RunnerId
  readonly journalPath: string
  readonly outboxPath: string
  readonly pinsPath: string
  readonly rulesPath: string
  readonly temporariesPath: string
  readonly undoPath: string
  readonly unsentOutputPath: string
  readonly lock: FolderLock
}

export interface DataFolderPorts {
  readonly clock: () => number
  readonly lockFolder: LockFolder
}

/** Only the rules are of the whole data folder: they are the operator's and hold for every workspace. */
export function openDataFolder(dataDir: string, owner: Owner, { clock, lockFolder }: DataFolderPorts): DataFolder {
  const path = privateFolder(dataDir, owner)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const lock = lockFolder(join(path, 'runner.lock'), path)
  return {
    path,
    runnerId: readOrMakeId(join(path, 'runner-id'), clock),
    journalPath: join(path, 'journal.jsonl'),
    outboxPath: join(path, 'outbox.jsonl'),
    pinsPath: join(path, 'pinned-keys.json'),
    rulesPath: join(dataDir, 'runner.toml'),
    temporariesPath: join(path, 'temporaries.jsonl'),
    undoPath: join(path, 'undo'),
    unsentOutputPath: join(path, 'unsent-output'),
    lock,
  }
}

/** The same folder is the same runner: after a restart it takes its lease back at once. */
function readOrMakeId(path: string, clock: () => number): RunnerId {
  const known = runnerId.safeParse(readIfPresent(path)?.trim())
  if (known.success) return known.data
  const id = uuidv7<RunnerId>(clock(), randomBytes(10))
  writeFileSync(path, `${id}\n`, { mode: 0o600 })
  return id
}
