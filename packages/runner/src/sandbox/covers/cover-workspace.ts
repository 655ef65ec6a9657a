// A root with very many sensitive names of its own cannot be covered as other folders are: the workspace would be gone. There it is
// the other way round, and only what may be seen is shown.
import { Failure, sentence } from '@countersign/protocol'
import { readFolder } from '../../disk/names.ts'
import { type Covers, fitCovers, mountsOf, type WantedCovers } from './fit-covers.ts'

/** Some 150 ms in all, on a common machine. */
const MAX_MOUNTS = 300

export interface RootCovers extends Covers {
  /** Where not all of the root is shown: what is. */
  readonly shown?: readonly string[]
}

export function coverWorkspace(root: string, wanted: WantedCovers, visibleIn: ReadonlyMap<string, number>): RootCovers {
  const covers = fitCovers(wanted, visibleIn)
  return mountsOf(covers).length <= MAX_MOUNTS ? covers : showSome(root, wanted, visibleIn)
}

function showSome(root: string, wanted: WantedCovers, visibleIn: ReadonlyMap<string, number>): RootCovers {
  const { files, folders, channels, closed } = wanted
  const inner = { files: inside(files), folders: inside(folders), channels: inside(channels), closed: inside(closed) }
  // What is not shown of the root takes no mount.
  const covers = fitCovers(inner, visibleIn, (folder) => !folder.includes('/'))
  const hidden = new Set([...files, ...folders, ...channels, ...closed, ...covers.crowded])
  // A link would show what it leads to, perhaps outside.
  const shown = readFolder(root).filter((child) => !hidden.has(child.name) && (child.isFile() || child.isDirectory()))
  const fitting = { ...covers, crowded: inside(covers.crowded), shown: shown.map(({ name }) => name) }
  if (shown.length + mountsOf(fitting).length > MAX_MOUNTS) throw tooMany(shown.length)
  return fitting
}

const inside = (names: readonly string[]): string[] => names.filter((name) => name.includes('/'))

const tooMany = (count: number): Failure => new Failure('COMMAND_NOT_ALLOWED', { subject: sentence('sandbox.too-many-names', { count }) })
