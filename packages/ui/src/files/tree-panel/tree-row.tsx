// One row of the tree: name, git status, whether it is ignored, and a flash when an agent has just changed it.
import { ChevronRight, File, FileCode, FileImage, FileText, Folder, FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useFlash } from '../follow/use-flash.ts'
import { useFiles } from '../state/use-files.ts'
import type { EntryRow, NoteRow } from '../tree/list-rows.ts'
import type { Entry, GitMark } from '../tree/tree-state.ts'

const MARKS: Readonly<Record<GitMark, { readonly letter: string; readonly colour: string }>> = {
  modified: { letter: 'M', colour: 'text-medium' },
  added: { letter: 'A', colour: 'text-low' },
  untracked: { letter: 'U', colour: 'text-low' },
  renamed: { letter: 'R', colour: 'text-accent' },
  deleted: { letter: 'D', colour: 'text-high' },
  conflict: { letter: '!', colour: 'text-high' },
}

export interface TreeRowProps {
  readonly row: EntryRow
  readonly top: number
  readonly height: number
  readonly isCurrent: boolean
  readonly isFocused: boolean
  readonly onOpen: (path: string) => void
}

/** The tree refers to the focused row by it. */
export const rowId = (path: string): string => `file:${encodeURIComponent(path)}`

const indent = (level: number): number => 6 + (level - 1) * 14

export function TreeRow({ row, top, height, isCurrent, isFocused, onOpen }: TreeRowProps) {
  const { tree } = useFiles()
  const { entry, level, position, setSize, isExpanded } = row
  const mark = useStore(
    tree.store,
    ({ marks, changedFolders }) => marks.get(entry.path) ?? (changedFolders.has(entry.path) ? 'inside' : undefined),
  )
  const words = useMarkWords(mark, entry)
  const flash = useFlash(entry.path)
  const act = () => {
    tree.focus(entry.path)
    if (isExpanded === undefined) onOpen(entry.path)
    else if (isExpanded) tree.collapse(entry.path)
    else tree.expand(entry.path)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the row
    <div
      id={rowId(entry.path)}
      role="treeitem"
      aria-label={words === undefined ? entry.name : `${entry.name}, ${words}`}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={isExpanded}
      aria-selected={isCurrent}
      onClick={act}
      title={entry.path}
      className={`absolute inset-x-0 flex cursor-pointer items-center gap-1.5 pr-2 text-sm whitespace-nowrap ${looks(isCurrent, isFocused)} ${colourOf(mark, entry)}`}
      style={{ top, height, paddingLeft: indent(level) }}
    >
      {flash && <span key={flash.number} className="flash pointer-events-none absolute inset-0" aria-hidden />}
      <ChevronRight
        size={14}
        aria-hidden
        className={`shrink-0 text-muted transition-transform ${isExpanded ? 'rotate-90' : ''} ${isExpanded === undefined ? 'invisible' : ''}`}
      />
      <EntryIcon entry={entry} isExpanded={isExpanded === true} />
      <span className="min-w-0 truncate">{entry.name}</span>
      {mark && !entry.ignored && <Mark mark={mark} words={words} />}
    </div>
  )
}

type ShownMark = GitMark | 'inside' | undefined

function colourOf(mark: ShownMark, { ignored }: Entry): string {
  if (mark && mark !== 'inside') return MARKS[mark].colour
  return ignored ? 'text-muted' : ''
}

function looks(isCurrent: boolean, isFocused: boolean): string {
  const outline = isFocused
    ? 'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-accent'
    : ''
  if (isCurrent) return `bg-accent-soft ${outline}`
  return `hover:bg-sunken ${isFocused ? 'bg-sunken' : ''} ${outline}`
}

function useMarkWords(mark: ShownMark, { ignored }: Entry): string | undefined {
  const { t } = useTranslation()
  if (ignored) return t('files.marks.ignored')
  return mark && t(`files.marks.${mark}`)
}

const Mark = ({ mark, words }: { readonly mark: NonNullable<ShownMark>; readonly words: string | undefined }) => (
  <span className="ml-auto pl-1 font-mono text-xs" title={words} aria-hidden>
    {mark === 'inside' ? <span className="block size-1.5 rounded-full bg-medium" /> : MARKS[mark].letter}
  </span>
)

function EntryIcon({ entry, isExpanded }: { readonly entry: Entry; readonly isExpanded: boolean }) {
  const Icon = iconOf(entry, isExpanded)
  return (
    <Icon
      size={15}
      aria-hidden
      className={`shrink-0 ${entry.type === 'directory' ? 'text-accent' : 'text-muted'} ${entry.ignored ? 'opacity-50' : ''}`}
    />
  )
}

function iconOf({ type, name }: Entry, isExpanded: boolean) {
  if (type === 'directory') return isExpanded ? FolderOpen : Folder
  if (/\.(png|jpe?g|gif|webp|bmp|ico|avif|svg)$/i.test(name)) return FileImage
  if (/\.(md|txt|rst|adoc|pdf)$/i.test(name)) return FileText
  return /\.\w+$/.test(name) ? FileCode : File
}

export function NoteLine({ row, top, height }: { readonly row: NoteRow; readonly top: number; readonly height: number }) {
  const { t } = useTranslation()
  return (
    <p
      role="none"
      className="absolute inset-x-0 truncate text-xs text-muted italic"
      style={{ top, height, lineHeight: `${height}px`, paddingLeft: indent(row.level) + 20 }}
    >
      {t(`files.notes.${row.note}`, { count: row.count })}
    </p>
  )
}
