// What stood there before a command, in a form that can be kept on the disk.
import { readFolder } from '../../disk/names.ts'
import { orUndefined } from '../../disk/read-plain.ts'
import type { GitSettings } from '../../repositories/git-settings.ts'
import { readTodoLists } from '../../repositories/git-todo-lists.ts'
import { gitlinksOf, type HashBytes } from '../../repositories/gitlinks.ts'
import { fingerprintOf, type Hold } from './find/fingerprint.ts'
import { isInPackages } from './find/package-folders.ts'
import type { Findings } from './find/walk-workspace.ts'
import { isPlain, placeOf, type WatchedNames, watchedNames } from './find/watched-names.ts'
import type { LaterRunRecord } from './later-run-records.ts'

/** Each takes a mount, which takes its time; what is beyond is compared instead. */
const MAX_HELD = 200

export interface Before {
  readonly state: LaterRunRecord['state']
  /** What a sandbox must keep as it is; absolute where it lies outside of the workspace. */
  readonly held: readonly string[]
  readonly watched: WatchedNames
}

export interface BeforeFacts {
  readonly root: string
  readonly found: Findings
  readonly settings: GitSettings
  /** Whether there is a sandbox that holds names as they are. */
  readonly canHold: boolean
}

export async function lookBefore({ root, found, settings, canHold }: BeforeFacts): Promise<Before> {
  const watched = await watchedNames(root, found, settings)
  const folders = new Set([...watched.repositories, ...watched.names.filter(isNest)])
  const plain = watched.names.filter((name) => !folders.has(name) && !isInPackages(name) && isPlain(placeOf(root, name)))
  const held = plain.slice(0, MAX_HELD)
  const isHeld = new Set(held)
  const holdOf = (name: string): Hold => {
    if (folders.has(name)) return 'folder'
    return canHold && !isHeld.has(name) ? 'compared' : 'held'
  }
  const names = [...new Set([...watched.names, ...watched.repositories])]
  return {
    held,
    watched,
    state: {
      names: Object.fromEntries(names.map((name) => [name, stateOf(root, name, holdOf(name))])),
      closed: Object.fromEntries(found.closed.map((name) => [name, fingerprintOf(placeOf(root, name), 'folder') ?? ''])),
      repositories: Object.fromEntries(
        await Promise.all(watched.repositories.map(async (name) => [name, await listsOf(placeOf(root, name), settings)] as const)),
      ),
    },
  }
}

const isNest = (name: string): boolean => /(?:^|\/)(?:modules|worktrees)$/.test(name)

function stateOf(root: string, name: string, hold: Hold): { hold: Hold; form?: string } {
  const form = fingerprintOf(placeOf(root, name), hold)
  return form === undefined ? { hold } : { hold, form }
}

async function listsOf(folder: string, settings: GitSettings) {
  const format = (await settings.effective(folder)).findLast(({ key }) => key === 'extensions.objectformat')?.value
  const hashBytes: HashBytes = format?.toLowerCase() === 'sha256' ? 32 : 20
  return { hashBytes, gitlinks: gitlinksIn(folder, hashBytes), orders: readTodoLists(folder).flatMap(({ steps }) => steps) }
}

export const gitlinksIn = (folder: string, hashBytes: HashBytes): string[] =>
  gitlinksOf(
    folder,
    hashBytes,
    (orUndefined(() => readFolder(folder)) ?? []).map(({ name }) => name),
  )
