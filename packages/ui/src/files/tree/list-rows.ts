// The expanded tree as a flat list of rows, with each row's position among its siblings for screen readers.
import { type Entry, ROOT, type TreeState } from './tree-state.ts'

export interface EntryRow {
  readonly kind: 'entry'
  readonly entry: Entry
  /** From 1. */
  readonly level: number
  readonly position: number
  readonly setSize: number
  /** Undefined for a file. */
  readonly isExpanded: boolean | undefined
}

/** A note instead of entries: the folder is loading, empty, refused, or has more than is listed. */
export interface NoteRow {
  readonly kind: 'note'
  readonly folder: string
  readonly level: number
  readonly note: 'loading' | 'empty' | 'refused' | 'more'
  readonly count: number
}

export type Row = EntryRow | NoteRow

export function listRows(tree: Pick<TreeState, 'folders' | 'expanded'>): Row[] {
  const rows: Row[] = []
  addFolder(tree, ROOT, 1, rows)
  return rows
}

function addFolder(tree: Pick<TreeState, 'folders' | 'expanded'>, path: string, level: number, rows: Row[]): void {
  const folder = tree.folders.get(path)
  const say = (note: NoteRow['note'], count = 0) => rows.push({ kind: 'note', folder: path, level, note, count })
  if (!folder) return void say('loading')
  if (folder.problem !== undefined) return void say('refused')
  if (folder.entries.length === 0) return void say('empty')
  const setSize = folder.entries.length
  folder.entries.forEach((entry, index) => {
    const isExpanded = entry.type === 'directory' ? tree.expanded.has(entry.path) : undefined
    rows.push({ kind: 'entry', entry, level, position: index + 1, setSize, isExpanded })
    if (isExpanded) addFolder(tree, entry.path, level + 1, rows)
  })
  if (folder.total > setSize) say('more', folder.total - setSize)
}

export const indexOfPath = (rows: readonly Row[], path: string | undefined): number =>
  path === undefined ? -1 : rows.findIndex((row) => row.kind === 'entry' && row.entry.path === path)
