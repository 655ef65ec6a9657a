// The state of the tree: folders that were read, which are expanded, the focused row, and the git status of files.

export const ROOT = '.'

export interface Entry {
  readonly name: string
  readonly path: string
  readonly type: 'file' | 'directory'
  readonly size: number
  readonly ignored?: true
}

export interface Folder {
  /** Folders first, then by name. */
  readonly entries: readonly Entry[]
  /** How many entries there are; a listing ends at a limit. */
  readonly total: number
  /** The error code if it could not be listed. */
  readonly problem?: string
}

export type GitMark = 'added' | 'modified' | 'deleted' | 'renamed' | 'untracked' | 'conflict'

export interface TreeState {
  /** By path; the workspace itself is `.`. */
  readonly folders: ReadonlyMap<string, Folder>
  readonly expanded: ReadonlySet<string>
  readonly focused: string | undefined
  readonly marks: ReadonlyMap<string, GitMark>
  /** Folders with something changed in them. */
  readonly changedFolders: ReadonlySet<string>
}

export const emptyTree = (): TreeState => ({
  folders: new Map(),
  expanded: new Set([ROOT]),
  focused: undefined,
  marks: new Map(),
  changedFolders: new Set(),
})

export const parentOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ROOT)

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** True for the folder itself too. */
export const isWithin = (path: string, folder: string): boolean => folder === ROOT || path === folder || path.startsWith(`${folder}/`)

/** Every parent folder, the nearest first, without the workspace itself. */
export function foldersAbove(path: string): string[] {
  const parent = parentOf(path)
  return parent === ROOT ? [] : [parent, ...foldersAbove(parent)]
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const rank = ({ type }: Entry): number => (type === 'directory' ? 0 : 1)

export const inOrder = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name))
