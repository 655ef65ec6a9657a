// The result of git.status by path, as the tree shows it.
import { foldersAbove, type GitMark, type TreeState } from './tree-state.ts'

export interface GitEntry {
  readonly path: string
  readonly state: 'changed' | 'untracked' | 'conflict'
  readonly staged: string | null
  readonly unstaged: string | null
}

const MARKS: Readonly<Record<string, GitMark>> = {
  added: 'added',
  copied: 'added',
  modified: 'modified',
  type_changed: 'modified',
  deleted: 'deleted',
  renamed: 'renamed',
}

const markOf = ({ state, staged, unstaged }: GitEntry): GitMark => {
  if (state !== 'changed') return state
  // A file that was added and then edited still counts as new.
  return staged === 'added' && unstaged !== 'deleted' ? 'added' : (MARKS[unstaged ?? staged ?? ''] ?? 'modified')
}

export function marksOf(entries: readonly GitEntry[]): Pick<TreeState, 'marks' | 'changedFolders'> {
  const marks = new Map(entries.map((entry) => [entry.path.replace(/\/$/, ''), markOf(entry)]))
  return { marks, changedFolders: new Set([...marks.keys()].flatMap(foldersAbove)) }
}
