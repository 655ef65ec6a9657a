// The keys of a tree by the ARIA practices, with F2 and Delete as in file managers.
import { type KeyboardEvent, useRef } from 'react'
import { useFiles } from '../state/use-files.ts'
import type { EntryRow, Row } from '../tree/list-rows.ts'
import type { Tree } from '../tree/tree.ts'
import { type Entry, parentOf } from '../tree/tree-state.ts'

export interface TreeActions {
  readonly onOpen: (path: string) => void
  readonly onRename: (entry: Entry) => void
  readonly onDelete: (entry: Entry) => void
}

export interface TreeKeys extends TreeActions {
  readonly rows: readonly Row[]
  /** The focused row; -1 where there is none. */
  readonly at: number
  readonly pageRows: number
}

const TYPING_MILLISECONDS = 700

export function useTreeKeys(keys: TreeKeys): (event: KeyboardEvent) => void {
  const { tree } = useFiles()
  const typed = useRef({ text: '', at: 0 })
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = moveOf(event.key, keys) ?? typedTarget(event, keys, typed.current)
    if (target) tree.focus(target.entry.path)
    else if (!act(event.key, keys, tree)) return
    event.preventDefault()
  }
}

function moveOf(key: string, { rows, at, pageRows }: TreeKeys): EntryRow | undefined {
  switch (key) {
    case 'ArrowDown':
      return nearest(rows, at + 1, 1)
    case 'ArrowUp':
      return nearest(rows, at - 1, -1)
    case 'PageDown':
      return nearest(rows, Math.min(rows.length - 1, at + pageRows), -1)
    case 'PageUp':
      return nearest(rows, Math.max(0, at - pageRows), 1)
    case 'Home':
      return nearest(rows, 0, 1)
    case 'End':
      return nearest(rows, rows.length - 1, -1)
    default:
      return undefined
  }
}

function nearest(rows: readonly Row[], from: number, step: 1 | -1): EntryRow | undefined {
  for (let index = from; index >= 0 && index < rows.length; index += step) {
    const row = rows[index]
    if (row?.kind === 'entry') return row
  }
  return undefined
}

/** Typed letters focus the next row whose name begins with them. */
function typedTarget({ key, timeStamp }: KeyboardEvent, { rows, at }: TreeKeys, typed: { text: string; at: number }): EntryRow | undefined {
  if (key.length !== 1 || key === ' ') return undefined
  typed.text = timeStamp - typed.at < TYPING_MILLISECONDS ? typed.text + key.toLowerCase() : key.toLowerCase()
  typed.at = timeStamp
  // With more letters the focused row may still match.
  const start = Math.max(0, typed.text.length > 1 ? at : at + 1)
  const matches = (row: Row): row is EntryRow => row.kind === 'entry' && row.entry.name.toLowerCase().startsWith(typed.text)
  return [...rows.slice(start), ...rows.slice(0, start)].find(matches)
}

/** Returns whether the key did anything. */
function act(key: string, { rows, at, onOpen, onRename, onDelete }: TreeKeys, tree: Tree): boolean {
  const row = rows[at]
  if (row?.kind !== 'entry') return false
  const { entry, isExpanded } = row
  const inFolder = parentOf(entry.path)
  if (key === 'ArrowRight') {
    if (isExpanded === false) tree.expand(entry.path)
    else if (isExpanded) focusRow(rows[at + 1], tree)
  } else if (key === 'ArrowLeft') {
    if (isExpanded) tree.collapse(entry.path)
    else if (inFolder !== '.') tree.focus(inFolder)
  } else if (key === 'Enter' || key === ' ') {
    if (isExpanded === undefined) onOpen(entry.path)
    else if (isExpanded) tree.collapse(entry.path)
    else tree.expand(entry.path)
  } else if (key === 'F2') onRename(entry)
  else if (key === 'Delete') onDelete(entry)
  else return false
  return true
}

function focusRow(row: Row | undefined, tree: Tree): void {
  if (row?.kind === 'entry') tree.focus(row.entry.path)
}
