// The tabs of open files. A dot marks unsaved text; a flash, that an agent changed the file.
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { hrefOf } from '../../shared/browser/route.ts'
import { isDirty } from '../documents/document.ts'
import { useFlash } from '../follow/use-flash.ts'
import { useDocument, useFiles } from '../state/use-files.ts'
import { nameOf, parentOf } from '../tree/tree-state.ts'
import { useCloseDocument } from './use-close-document.ts'

export function TabStrip({ current }: { readonly current: string }) {
  const { t } = useTranslation()
  const { documents } = useFiles()
  const paths = useStore(
    documents.store,
    useShallow((all) => [...all.keys()]),
  )
  return (
    <nav aria-label={t('files.openFiles')} className="min-w-0 flex-1 overflow-x-auto">
      <ul className="flex h-9">
        {paths.map((path) => (
          <Tab
            key={path}
            path={path}
            isCurrent={path === current}
            isAmbiguous={paths.some((one) => one !== path && nameOf(one) === nameOf(path))}
          />
        ))}
      </ul>
    </nav>
  )
}

interface TabProps {
  readonly path: string
  readonly isCurrent: boolean
  /** Another open file has the same name, so the folder is shown too. */
  readonly isAmbiguous: boolean
}

function Tab({ path, isCurrent, isAmbiguous }: TabProps) {
  const { t } = useTranslation()
  const { close } = useCloseDocument()
  const hasUnsaved = isDirty(useDocument(path))
  const flash = useFlash(path)
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCurrent])
  return (
    <li
      ref={place}
      className={`group relative flex shrink-0 items-center border-r border-line ${isCurrent ? 'bg-panel shadow-[inset_0_2px_0_var(--cs-accent)]' : 'bg-canvas text-muted hover:text-text'}`}
    >
      {flash && <span key={flash.number} className="flash pointer-events-none absolute inset-0" aria-hidden />}
      <a
        href={hrefOf('files', path)}
        aria-current={isCurrent ? 'page' : undefined}
        title={path}
        onAuxClick={({ button }) => button === 1 && close(path)}
        className="flex h-full max-w-56 items-center gap-1.5 pl-3 text-sm -outline-offset-2"
      >
        <span className="truncate">{nameOf(path)}</span>
        {isAmbiguous && <span className="truncate text-xs text-muted">{parentOf(path)}</span>}
        {hasUnsaved && <span className="sr-only">, {t('files.unsaved')}</span>}
      </a>
      <button
        type="button"
        aria-label={t('files.closeTab', { name: nameOf(path) })}
        title={t('files.closeTab', { name: nameOf(path) })}
        onClick={() => close(path)}
        className="mx-1 grid size-6 place-items-center rounded text-muted hover:bg-sunken hover:text-text"
      >
        {hasUnsaved && <span className="size-2 rounded-full bg-accent group-hover:hidden" aria-hidden />}
        <X size={14} aria-hidden className={hasUnsaved ? 'hidden group-hover:block' : ''} />
      </button>
    </li>
  )
}
