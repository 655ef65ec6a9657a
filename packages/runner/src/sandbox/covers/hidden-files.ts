// Which files of a workspace a command must not see: secrets, pipes and sockets, and whatever nobody could look into. The tree is
// walked once; afterwards only folders that changed are read again, so that a command does not wait for a walk.
import type { PathTest } from '@countersign/policy'
import { Failure } from '@countersign/protocol'
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

export function createHiddenFiles(root: string, isHidden: PathTest = () => false): () => HiddenFiles {
  let known = new Map<string, KnownFolder>()
  let last: HiddenFiles | undefined
  return () => {
    const walked = walk({ root, isHidden }, known)
    if (last && walked.isSame) return last
    known = walked.seen
    last = sortOut(root, walked)
    return last
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

function walk(place: LookedAt, known: ReadonlyMap<string, KnownFolder>): Walked {
  const seen = new Map<string, KnownFolder>()
  const visibleIn = new Map<string, number>()
  const closed: string[] = []
  let isSame = true
  const gathered: Gathered = {
    ...{ secretFiles: [], secretFolders: [], gitFolders: [] },
    ...{ channels: [], ignoreFiles: [], identities: [] },
  }
  for (const open = ['']; open.length > 0; ) {
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
  if (closed.includes('')) throw new Failure('PERMISSION_DENIED', { subject: 'the workspace (the runner may not read it)' })
  return { seen, gathered, closed, visibleIn, isSame: isSame && seen.size === known.size }
}

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
