// Which part of a data folder belongs to a workspace and its project. The first that used the folder has its top; every other
// one has a folder of its own below, so that no agent finds what was kept for another: processes, results, undo, caches.
import { hash, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '@countersign/protocol'
import { errnoOf, hasNoLinks } from '../disk/file-failure.ts'

export interface Owner {
  /** The real path of the workspace. */
  readonly workspace: string
  /** Null where the calls come from a parent and not from a server. */
  readonly project: string | null
}

export function privateFolder(dataDir: string, { workspace, project }: Owner): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const wanted = canonicalJson({ workspace, project })
  const isOwner = claim(join(dataDir, 'owner.json'), wanted) === wanted
  return isOwner ? dataDir : join(dataDir, 'workspaces', hash('sha256', wanted).slice(0, 32))
}

/** Whose it is. A link takes the name with its content at once, and only where nobody has it: two first starts cannot both win. */
function claim(path: string, owner: string): string {
  const written = `${path}.${randomUUID()}`
  writeFileSync(written, owner, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(written, path)
  } catch (error) {
    if (hasNoLinks(error)) writeIfFree(path, owner)
    else if (errnoOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(written)
  }
  return readFileSync(path, 'utf8')
}

/** For a disk without links. What is read half written is another's: nothing is shared by mistake. */
function writeIfFree(path: string, owner: string): void {
  try {
    writeFileSync(path, owner, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  }
}
