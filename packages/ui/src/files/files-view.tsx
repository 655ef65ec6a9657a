// The files view: the tree (a drawer on a phone), the tabs, and the open file.
import './files.css'
import { FolderTree, Save } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goTo } from '../shared/browser/route.ts'
import { useShortcut } from '../shared/browser/shortcuts.ts'
import { Button } from '../shared/controls/button.tsx'
import { EmptyState } from '../shared/controls/empty-state.tsx'
import { useIsNarrow } from '../shared/hooks/use-is-narrow.ts'
import { NoticeBar } from './bars/notice-bar.tsx'
import { StatusBar } from './bars/status-bar.tsx'
import { DocumentPane } from './document-pane.tsx'
import { isDirty } from './documents/document.ts'
import { AgentNews } from './follow/agent-news.tsx'
import { useFollowAgent } from './follow/use-follow-agent.ts'
import { Questions } from './questions/questions.tsx'
import { useDocument, useFiles } from './state/use-files.ts'
import { TabStrip } from './tabs/tab-strip.tsx'
import { TreePanel } from './tree-panel/tree-panel.tsx'

export function FilesView({ rest: path }: { readonly rest: string }) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  const [isDrawerOpen, setDrawerOpen] = useState(path === '')
  useFollowAgent()
  useSaveKey(path)
  const goToTree = () => {
    setDrawerOpen(true)
    document.querySelector<HTMLElement>('[role=tree]')?.focus()
  }
  useShortcut({ keys: 't', label: t('files.keys.tree'), group: t('app.views.files'), run: goToTree })
  const open = (chosen: string) => {
    setDrawerOpen(false)
    goTo('files', chosen)
  }
  return (
    <div className="relative flex min-h-0 flex-1">
      <h1 className="sr-only">{t('app.views.files')}</h1>
      {(!isNarrow || isDrawerOpen) && <TreePanel current={path} isDrawer={isNarrow} onOpen={open} onClose={() => setDrawerOpen(false)} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 items-center border-b border-line bg-canvas">
          {isNarrow && (
            <Button
              kind="quiet"
              label={t('files.showTree')}
              aria-expanded={isDrawerOpen}
              onClick={() => setDrawerOpen(true)}
              className="px-2.5!"
            >
              <FolderTree size={16} aria-hidden />
            </Button>
          )}
          <TabStrip current={path} />
          {path !== '' && <SaveButton path={path} />}
        </div>
        <div className="flex min-h-0 flex-1 flex-col">
          {path === '' ? (
            <EmptyState Icon={FolderTree} title={t('files.none')} hint={t('files.noneHint')} />
          ) : (
            <DocumentPane key={path} path={path} />
          )}
        </div>
        <NoticeBar />
        {path !== '' && <StatusBar path={path} />}
      </div>
      <Questions />
      <AgentNews />
    </div>
  )
}

function SaveButton({ path }: { readonly path: string }) {
  const { t } = useTranslation()
  const { documents } = useFiles()
  const document = useDocument(path)
  if (document?.kind !== 'text' || document.isCut) return null
  return (
    <Button
      kind="quiet"
      onClick={() => void documents.save(path)}
      disabled={!isDirty(document) || document.isSaving}
      title={t('files.saveKeys')}
      className="mx-1"
    >
      <Save size={15} aria-hidden />
      <span className="sr-only sm:not-sr-only">{t(document.isSaving ? 'files.saving' : 'files.save')}</span>
    </Button>
  )
}

/** Ctrl+S never opens the browser's save dialog. */
function useSaveKey(path: string): void {
  const { documents } = useFiles()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (isDirty(documents.store.getState().get(path))) void documents.save(path)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [documents, path])
}
