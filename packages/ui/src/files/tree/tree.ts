// The tree of the workspace: folders are read when expanded, and again when the disk has changed.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WorkspaceTools } from '../workspace/workspace-tools.ts'
import { type GitEntry, marksOf } from './git-marks.ts'
import { type Entry, emptyTree, type Folder, foldersAbove, inOrder, isWithin, parentOf, ROOT, type TreeState } from './tree-state.ts'

export interface Tree {
  readonly store: StoreApi<TreeState>
  expand(path: string): void
  collapse(path: string): void
  focus(path: string): void
  /** Expands its parent folders and focuses it. */
  reveal(path: string): Promise<void>
  /** These paths, or something in them, have changed on disk. */
  refresh(paths: readonly string[]): Promise<void>
}

interface Listing {
  readonly files: readonly Entry[]
  readonly total_count: number
}

export function createTree(tools: WorkspaceTools): Tree {
  const store = createStore<TreeState>(emptyTree)
  const read = async (path: string): Promise<void> => {
    const listed = await tools.call<Listing>('list_directory', { path, pattern: '{*,.*}', ignored: true })
    // The last listing stays while the folder cannot be read.
    if (!listed.ok && isAway(listed.code) && store.getState().folders.has(path)) return
    const folder = listed.ok ? folderOf(listed.result) : { entries: [], total: 0, problem: listed.code }
    store.setState((state) => withFolder(state, path, folder))
  }
  const readMarks = async (): Promise<void> => {
    const status = await tools.call<{ entries: readonly GitEntry[] }>('git.status', { path: ROOT })
    // Without a repository nothing is marked; if git cannot be asked, the last marks stay.
    if (status.ok || status.code === 'GIT_NOT_INITIALIZED') store.setState(marksOf(status.ok ? status.result.entries : []))
  }
  const expand = (path: string) => {
    store.setState(({ expanded }) => ({ expanded: new Set(expanded).add(path) }))
    const { folders, expanded } = store.getState()
    for (const open of expanded) if (isWithin(open, path) && !folders.has(open)) void read(open)
  }
  return {
    store,
    expand,
    collapse: (path) => store.setState((state) => closed(state, path)),
    focus: (focused) => store.setState({ focused }),
    reveal: async (path) => {
      for (const folder of [ROOT, ...foldersAbove(path).toReversed()]) {
        store.setState(({ expanded }) => ({ expanded: new Set(expanded).add(folder) }))
        if (!store.getState().folders.has(folder)) await read(folder)
      }
      store.setState({ focused: path })
    },
    refresh: async (paths) => {
      const { folders, expanded } = store.getState()
      const isOpen = (folder: string) => folder === ROOT || [folder, ...foldersAbove(folder)].every((above) => expanded.has(above))
      const affected = [...folders.keys()].filter((folder) => paths.some((path) => parentOf(path) === folder || isWithin(folder, path)))
      const [again, later] = [affected.filter(isOpen), affected.filter((folder) => !isOpen(folder))]
      store.setState((state) => withoutFolders(state, later))
      await Promise.all([...(folders.has(ROOT) ? again : [ROOT, ...again]).map(read), readMarks()])
    },
  }
}

/** The cause is not the folder itself. */
const isAway = (code: string): boolean => ['RUNNER_OFFLINE', 'RUNNER_LOST', 'UNREACHABLE', 'CANCELLED', 'RATE_LIMITED'].includes(code)

const folderOf = ({ files, total_count }: Listing): Folder => ({ entries: inOrder(files), total: total_count })

function withFolder(state: TreeState, path: string, folder: Folder): Partial<TreeState> {
  const isGone = path !== ROOT && folder.problem === 'FILE_NOT_FOUND'
  const folders = new Map(state.folders).set(path, folder)
  const gone = isGone ? [path] : goneFolders(state.folders.get(path), folder)
  for (const known of [...folders.keys()]) if (gone.some((one) => isWithin(known, one))) folders.delete(known)
  const expanded = new Set([...state.expanded].filter((open) => !gone.some((one) => isWithin(open, one))))
  return { folders, expanded, focused: stillThere(state, path, folder) }
}

/** Folders that are no longer listed. */
function goneFolders(before: Folder | undefined, after: Folder): string[] {
  const names = new Set(after.entries.map(({ path }) => path))
  return (before?.entries ?? []).filter(({ type, path }) => type === 'directory' && !names.has(path)).map(({ path }) => path)
}

/** If the focused entry is gone, the focus moves to the entry in its place, or to the folder. */
function stillThere({ focused, folders }: TreeState, path: string, after: Folder): string | undefined {
  const before = folders.get(path)
  const lost = before?.entries.findIndex((entry) => focused !== undefined && isWithin(focused, entry.path)) ?? -1
  const entry = before?.entries[lost]
  if (!entry || after.entries.some((one) => one.path === entry.path)) return focused
  return after.entries[Math.min(lost, after.entries.length - 1)]?.path ?? (path === ROOT ? undefined : path)
}

function withoutFolders({ folders }: TreeState, dropped: readonly string[]): Partial<TreeState> {
  return dropped.length === 0 ? {} : { folders: new Map([...folders].filter(([path]) => !dropped.includes(path))) }
}

function closed({ expanded, focused }: TreeState, path: string): Partial<TreeState> {
  const isInside = focused !== undefined && focused !== path && isWithin(focused, path)
  return { expanded: new Set([...expanded].filter((open) => open !== path)), focused: isInside ? path : focused }
}
