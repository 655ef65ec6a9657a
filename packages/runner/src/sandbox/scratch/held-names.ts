// Names in the `/tmp` of a session that do not belong to its commands: folders on the way to a workspace that itself lies in the machine's
// `/tmp`, and another name of that workspace. They are made before any command could put a link in their place.
import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What a sandbox shows besides. */
export interface ShownPlaces {
  /** Absolute paths of everything that is mounted. */
  readonly mounted: readonly string[]
  /** Where other names of the workspace lead. */
  readonly root: string
  readonly rootNames: readonly string[]
}

/** `/tmp/x`, which has no folder on the way that could be held. */
export const isTopOfTemporary = (path: string): boolean => /^\/tmp\/[^/]+$/.test(path)

export interface HoldingFolder {
  readonly folder: string
  /** In every sandbox of the session they are mounts, so that none can be renamed or become a link. */
  readonly heldNames: Set<string>
  readonly uses: number
}

/** False where a running command could have been faster: then nothing may be mounted through this folder. */
export function holdNames({ folder, heldNames, uses }: HoldingFolder, { mounted, root, rootNames }: ShownPlaces): boolean {
  for (const path of [...mounted, root, ...rootNames.filter((name) => !isTopOfTemporary(name))]) {
    const name = path.startsWith('/tmp/') ? path.split('/')[2] : undefined
    if (name === undefined || heldNames.has(name)) continue
    if (uses > 0) return false
    const place = join(folder, name)
    if (lstatSync(place, { throwIfNoEntry: false })) renameSync(place, `${place}.${randomUUID()}`)
    mkdirSync(place, { mode: 0o700 })
    heldNames.add(name)
  }
  // A command may replace it: it leads only its own session elsewhere, to what that session sees anyway.
  for (const name of rootNames.filter(isTopOfTemporary)) {
    const place = join(folder, name.slice('/tmp/'.length))
    if (!lstatSync(place, { throwIfNoEntry: false })) symlinkSync(root, place)
  }
  return true
}
