// One watch per folder of the workspace, for its own names only: a watch per file would be ten times as many. Folders that are
// ignored, heavy or secret have none. They are made one after another in the background, the upper ones first.
import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate as nextRound } from 'node:timers/promises'
import { errnoOf } from '../disk/file-failure.ts'
import { REPLACEMENT } from '../disk/names.ts'
import { type OpenObject, openObject, pathOf } from '../disk/open-object.ts'
import { IGNORE_FILE, readIgnoreRules } from '../disk/walk/ignore-stack.ts'
import { sensitivityIn } from '../disk/walk/sensitivity.ts'
import { type FolderRules, isToldName, isWatchedFolder } from './reported-names.ts'

export interface WatchPorts {
  /** The real path of the workspace. */
  readonly root: string
  readonly maxFolders: number
  /** Relative to the workspace; a folder stands for whatever lies in it. */
  readonly onChange: (path: string) => void
  /** Some folders have no watch; told once. */
  readonly onLimit: (reason: string) => void
  readonly onDefect: (error: unknown) => void
}

export interface FolderWatches extends Disposable {
  /** Resolves when every folder that is to be watched is. */
  start(): Promise<void>
  readonly size: number
}

interface WatchedFolder extends FolderRules {
  readonly watcher: FSWatcher
}

const GIT = '.git'

export function createFolderWatches({ root, maxFolders, onChange, onLimit, onDefect }: WatchPorts): FolderWatches {
  const watched = new Map<string, WatchedFolder>()
  let queue: string[] = []
  let working: Promise<void> | undefined
  let [isStarted, isEnded, isLimited] = [false, false, false]

  const limit = (reason: string): void => {
    if (!isLimited) onLimit(reason)
    isLimited = true
  }
  const drop = (path: string): void => {
    for (const [place, { watcher }] of watched) {
      if (path !== '.' && place !== path && !place.startsWith(`${path}/`)) continue
      watcher.close()
      watched.delete(place)
    }
  }
  const enqueue = (path: string): Promise<void> => {
    queue.push(path)
    working ??= work().finally(() => {
      working = undefined
    })
    return working
  }
  const work = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined && !isEnded; path = queue.shift()) {
      try {
        await enter(path)
      } catch (error) {
        // Gone meanwhile, no folder, or not ours to read.
        if (errnoOf(error) === undefined) onDefect(error)
      }
      await nextRound()
    }
  }
  const enter = async (path: string): Promise<void> => {
    if (watched.has(path) || (path !== '.' && !watched.has(folderOf(path)))) return
    using folder = openObject(placeIn(root, path), { follow: false })
    if (!folder.stats.isDirectory() || folder.place !== placeIn(root, path)) return
    if (watched.size >= maxFolders) return limit(`more than ${maxFolders} folders`)
    const rules = rulesIn(folder, path)
    const watcher = open(folder, path)
    if (!watcher) return
    watched.set(path, { ...rules, watcher })
    // What came into it before it was watched was seen by nobody.
    if (isStarted) onChange(path)
    if (path === GIT) return
    for (const child of await readdir(pathOf(folder), { withFileTypes: true })) {
      const isWanted = child.isDirectory() && (isWatchedFolder(rules, child.name) || (path === '.' && child.name === GIT))
      if (isWanted) queue.push(join(path, child.name))
    }
  }
  const rulesIn = (folder: OpenObject, path: string): FolderRules => {
    const above = watched.get(folderOf(path))?.ignored ?? readIgnoreRules(root, '.', { recursive: true, ignored: false })
    return { isSecret: sensitivityIn(path), ignored: above.enter(folder, path === '.' ? [] : path.split('/'), true) }
  }
  const open = (folder: OpenObject, path: string): FSWatcher | undefined => {
    try {
      // By its descriptor: a folder that is swapped for a link in between is not followed.
      const own = String(folder.descriptor)
      const watcher = watch(pathOf(folder), { persistent: false }, (kind, name) =>
        heard(path, name === own ? null : name, kind === 'rename'),
      )
      return watcher.on('error', () => drop(path))
    } catch (error) {
      if (errnoOf(error) === 'ENOSPC' || errnoOf(error) === 'EMFILE') limit(`this system allows no more watches (${errnoOf(error)})`)
      else if (errnoOf(error) === undefined) throw error
      return undefined
    }
  }
  const heard = (folder: string, name: string | null, cameOrWent: boolean): void => {
    const rules = watched.get(folder)
    if (isEnded || !rules) return
    if (folder === GIT || name === null) {
      if (!name?.endsWith('.lock')) onChange(folder)
      return
    }
    // Perhaps no text, and then no path that could be told.
    if (name.includes(REPLACEMENT)) {
      onChange(folder)
      return
    }
    const path = join(folder, name)
    // With a changed .gitignore other rules hold in the whole folder.
    if (name === IGNORE_FILE) enterAnew(folder)
    else if (cameOrWent && (watched.has(path) || isWatchedFolder(rules, name) || path === GIT)) enterAnew(path)
    if (isToldName(rules, name, cameOrWent)) onChange(path)
  }
  const enterAnew = (path: string): void => {
    drop(path)
    void enqueue(path)
  }
  return {
    start: async () => {
      await enqueue('.')
      isStarted = true
    },
    get size() {
      return watched.size
    },
    [Symbol.dispose]() {
      isEnded = true
      queue = []
      drop('.')
    },
  }
}

const placeIn = (root: string, path: string): string => (path === '.' ? root : `${root}/${path}`)
const join = (folder: string, name: string): string => (folder === '.' ? name : `${folder}/${name}`)

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.')
