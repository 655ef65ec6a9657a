// The tree with its actions: new file or folder, rename, delete, follow the agent. On a phone it covers the text.
import { FilePlus, FolderPlus, Footprints, PencilLine, Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Button } from '../../shared/controls/button.tsx'
import { useFiles } from '../state/use-files.ts'
import { type Entry, parentOf, ROOT, type TreeState } from '../tree/tree-state.ts'
import { FileTree } from './file-tree.tsx'

export interface TreePanelProps {
  readonly current: string
  readonly isDrawer: boolean
  readonly onOpen: (path: string) => void
  readonly onClose: () => void
}

export function TreePanel({ current, isDrawer, onOpen, onClose }: TreePanelProps) {
  const { t } = useTranslation()
  const { asked } = useFiles()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isDrawer) panel.current?.querySelector<HTMLElement>('[role=tree]')?.focus()
  }, [isDrawer])
  const rename = (entry: Entry) => asked.setState({ kind: 'rename', entry }, true)
  const remove = (entry: Entry) => asked.setState({ kind: 'delete', entry }, true)
  const tree = <FileTree current={current} rowHeight={isDrawer ? 36 : 26} onOpen={onOpen} onRename={rename} onDelete={remove} />
  if (!isDrawer)
    return (
      <section ref={panel} aria-label={t('files.tree')} className="flex w-64 shrink-0 flex-col border-r border-line bg-panel">
        <Toolbar />
        {tree}
      </section>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer wherever the focus is in it
    <div className="absolute inset-0 z-10 flex" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <section ref={panel} aria-label={t('files.tree')} className="flex w-[85%] max-w-80 flex-col border-r border-line bg-panel shadow-xl">
        <Toolbar>
          <Button kind="quiet" label={t('files.hideTree')} onClick={onClose} className="px-1.5!">
            <X size={16} aria-hidden />
          </Button>
        </Toolbar>
        {tree}
      </section>
      <button type="button" tabIndex={-1} aria-hidden onClick={onClose} className="flex-1 bg-[rgb(0_0_0/0.35)]" />
    </div>
  )
}

function Toolbar({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation()
  const { tree, asked } = useFiles()
  const entry = useStore(tree.store, focusedEntry)
  const folder = useStore(tree.store, folderInFocus)
  return (
    <div className="flex shrink-0 items-center gap-0.5 border-b border-line p-1">
      <Tool label={t('files.ask.file.title')} onClick={() => asked.setState({ kind: 'file', folder }, true)}>
        <FilePlus size={16} aria-hidden />
      </Tool>
      <Tool label={t('files.ask.folder.title')} onClick={() => asked.setState({ kind: 'folder', folder }, true)}>
        <FolderPlus size={16} aria-hidden />
      </Tool>
      <Tool label={t('files.ask.rename.title')} disabled={!entry} onClick={() => entry && asked.setState({ kind: 'rename', entry }, true)}>
        <PencilLine size={16} aria-hidden />
      </Tool>
      <Tool label={t('files.ask.delete.title')} disabled={!entry} onClick={() => entry && asked.setState({ kind: 'delete', entry }, true)}>
        <Trash2 size={16} aria-hidden />
      </Tool>
      <span className="ml-auto" />
      <FollowSwitch />
      {children}
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

const Tool = ({ label, disabled = false, onClick, children }: ToolProps) => (
  <Button kind="quiet" label={label} disabled={disabled} onClick={onClick} className="px-1.5!">
    {children}
  </Button>
)

function FollowSwitch() {
  const { t } = useTranslation()
  const { follow } = useFiles()
  const isFollowing = useStore(follow)
  return (
    <Button
      kind="quiet"
      role="switch"
      aria-checked={isFollowing}
      label={t('files.follow.label')}
      title={t('files.follow.hint')}
      onClick={() => follow.setState(!isFollowing, true)}
      className={`px-1.5! ${isFollowing ? 'bg-accent-soft! text-accent!' : ''}`}
    >
      <Footprints size={16} aria-hidden />
      <span aria-hidden className="text-xs">
        {t('files.follow.short')}
      </span>
    </Button>
  )
}

const focusedEntry = ({ focused, folders }: TreeState): Entry | undefined =>
  focused === undefined ? undefined : folders.get(parentOf(focused))?.entries.find(({ path }) => path === focused)

/** Where something new is created: the focused folder, or the folder of the focused file. */
const folderInFocus = (state: TreeState): string => {
  const entry = focusedEntry(state)
  if (!entry) return ROOT
  return entry.type === 'directory' ? entry.path : parentOf(entry.path)
}
