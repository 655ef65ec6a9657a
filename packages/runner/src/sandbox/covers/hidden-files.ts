// Which files of a workspace a command must not see: secrets, pipes and sockets, and whatever nobody could look into. The tree is
// walked once; afterwards only folders that changed are read again, so that a command does not wait for a walk.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PathTest } from '@countersign/policy'
import { Failure, sentence } from '@countersign/protocol'
import { errnoOf } from '../../disk/file-failure.ts'
import { coverWorkspace, type RootCovers } from './cover-workspace.ts'
import { type FolderContent, type KnownFolder, type LookedAt, lookInto } from './known-folder.ts'

/** Names are relative to the root, as byte-names.ts writes them. */
export interface HiddenFiles extends RootCovers {
  /** Sensitive, but git itself must work in there. */
  readonly gitFolders: readonly string[]
  /** Not hidden, but met on the same way: the files that say what git ignores. A search asks for them. */
  readonly ignoreFiles: readonly string[]
  /** Which objects the secrets are, each by its name and its number on its disk. */
  readonly identities: readonly string[]
}

export const NOTHING_HIDDEN: HiddenFiles = {
  ...{ files: [], folders: [], closed: [], crowded: [], held: [] },
  ...{ channels: [], gitFolders: [], ignoreFiles: [], identities: [] },
}

/** Each has mounts of its own. In further ones git does not work. */
const MAX_REPOSITORIES = 50

/** Others get their turn after so many. */
const FOLDERS_PER_TURN = 32

export interface HiddenFinder {
  /** Without a pause, so that as little as possible changes meanwhile. */
  find(): HiddenFiles
  /** Lets others get their turn on the way. */
  findInTurns(): Promise<HiddenFiles>
  /** The first walk reads every folder; later ones only what changed. */
  isFirst(): boolean
}

export function createHiddenFiles(root: string, isHidden: PathTest = () => false): HiddenFinder {
  let known = new Map<string, KnownFolder>()
  let last: HiddenFiles | undefined
  const finish = (walked: Walked): HiddenFiles => {
    if (last && walked.isSame) return last
    known = walked.seen
    last = sortOut(root, walked)
    return last
  }
  return {
    isFirst: () => last === undefined,
    find() {
      const steps = walk({ root, isHidden }, known)
      for (;;) {
        const { done, value } = steps.next()
        if (done) return finish(value)
      }
    },
    async findInTurns() {
      const steps = walk({ root, isHidden }, known)
      for (;;) {
        const { done, value } = steps.next()
        if (done) return finish(value)
        await nextTurn()
      }
    },
  }
}

function sortOut(root: string, { gathered, closed, visibleIn }: Walked): HiddenFiles {
  const { secretFiles: files, channels, ignoreFiles, identities } = gathered
  const repositories = gathered.gitFolders.sort((one, other) => one.split('/').length - other.split('/').length)
  const folders = [...gathered.secretFolders, ...repositories.slice(MAX_REPOSITORIES)]
  const covers = coverWorkspace(root, { files, folders, channels, closed }, visibleIn)
  return { ...covers, gitFolders: repositories.slice(0, MAX_REPOSITORIES), ignoreFiles, identities }
}

type Gathered = { [List in Exclude<keyof FolderContent, 'visible' | 'below'>]: string[] }

interface Walked {
  readonly seen: Map<string, KnownFolder>
  readonly gathered: Gathered
  readonly closed: readonly string[]
  readonly visibleIn: ReadonlyMap<string, number>
  /** Every folder is as it was known before. */
  readonly isSame: boolean
}

/** Pauses now and then. */
function* walk(place: LookedAt, known: ReadonlyMap<string, KnownFolder>): Generator<undefined, Walked> {
  const seen = new Map<string, KnownFolder>()
  const visibleIn = new Map<string, number>()
  const closed: string[] = []
  let isSame = true
  const gathered: Gathered = {
    ...{ secretFiles: [], secretFolders: [], gitFolders: [] },
    ...{ channels: [], ignoreFiles: [], identities: [] },
  }
  let count = 0
  for (const open = ['']; open.length > 0; ) {
    if (++count % FOLDERS_PER_TURN === 0) yield
    const name = open.pop() as string
    const folder = look(place, name, known.get(name))
    if (!folder) continue
    isSame &&= folder === known.get(name)
    if (folder !== CLOSED) seen.set(name, folder)
    if (!folder.content) closed.push(name)
    else {
      visibleIn.set(name, folder.content.visible)
      gather(gathered, folder.content)
      for (const child of folder.content.below) open.push(child)
    }
  }
  if (closed.includes('')) throw unreadable()
  return { seen, gathered, closed, visibleIn, isSame: isSame && seen.size === known.size }
}

const unreadable = (): Failure =>
  new Failure('PERMISSION_DENIED', {
    subject: sentence('subject.with-why', { subject: sentence('part.workspace'), why: sentence('sandbox.root-unreadable') }),
  })

function gather(lists: Gathered, content: FolderContent): void {
  for (const list of Object.keys(lists) as (keyof Gathered)[]) for (const name of content[list]) lists[list].push(name)
}

const CLOSED: KnownFolder = { changed: 0n, inode: 0n, read: 0n, content: undefined }

/** Gone meanwhile is gone; whatever else keeps us from looking makes a folder that nobody may look into. */
function look(place: LookedAt, name: string, before: KnownFolder | undefined): KnownFolder | undefined {
  try {
    return lookInto(place, name, before)
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? undefined : CLOSED
  }
}

/** Whether the same objects are hidden under the same names. What else lies there, and pipes and sockets, may come and go. */
export const isStillHidden = (before: HiddenFiles, now: HiddenFiles): boolean => before === now || keyOf(before) === keyOf(now)

const keyOf = ({ identities, closed }: HiddenFiles): string => [...identities, ...closed].sort().join('\n')
