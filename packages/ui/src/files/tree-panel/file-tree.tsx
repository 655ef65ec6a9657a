// The tree on the screen: only visible rows are drawn. One tab stop; arrows, Home, End and letters move inside.
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useFiles } from '../state/use-files.ts'
import { indexOfPath, listRows, type Row } from '../tree/list-rows.ts'
import { NoteLine, rowId, TreeRow } from './tree-row.tsx'
import { type TreeActions, useTreeKeys } from './use-tree-keys.ts'

const SPARE_ROWS = 8

export interface FileTreeProps extends TreeActions {
  readonly current: string
  readonly rowHeight: number
}

export function FileTree({ current, rowHeight, onOpen, onRename, onDelete }: FileTreeProps) {
  const { t } = useTranslation()
  const { tree } = useFiles()
  const { folders, expanded, focused } = useStore(tree.store)
  const rows = useMemo(() => listRows({ folders, expanded }), [folders, expanded])
  const box = useRef<HTMLDivElement>(null)
  const { first, last, onScroll } = useWindow(box, rows, rowHeight)
  const at = indexOfPath(rows, focused)
  useKeepInSight(box, { focused, at, rowHeight })
  const onKeyDown = useTreeKeys({ rows, at, pageRows: Math.max(1, last - first - 2 * SPARE_ROWS), onOpen, onRename, onDelete })
  const shown = rows.slice(first, last).map((row, index) => ({ row, index: first + index }))
  // The focused row stays in the page when scrolled away, for screen readers.
  if (at >= 0 && (at < first || at >= last)) shown.push({ row: rows[at] as Row, index: at })
  return (
    <div
      ref={box}
      role="tree"
      aria-label={t('files.tree')}
      aria-busy={rows.length === 0 || rows.some((row) => row.kind === 'note' && row.note === 'loading')}
      tabIndex={0}
      aria-activedescendant={at >= 0 && focused !== undefined ? rowId(focused) : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onFocus={() => at < 0 && focusFirst(rows, tree.focus)}
      className="group/tree min-h-0 flex-1 overflow-auto outline-none"
    >
      <div role="none" className="relative" style={{ height: rows.length * rowHeight }}>
        {shown.map(({ row, index }) =>
          row.kind === 'entry' ? (
            <TreeRow
              key={row.entry.path}
              row={row}
              top={index * rowHeight}
              height={rowHeight}
              isCurrent={row.entry.path === current}
              isFocused={index === at}
              onOpen={onOpen}
            />
          ) : (
            <NoteLine key={`${row.folder}:${row.note}`} row={row} top={index * rowHeight} height={rowHeight} />
          ),
        )}
      </div>
    </div>
  )
}

function focusFirst(rows: readonly Row[], focus: (path: string) => void): void {
  const [first] = rows
  if (first?.kind === 'entry') focus(first.entry.path)
}

/** Which rows are visible. If rows above change, the first visible row keeps its position. */
function useWindow(box: RefObject<HTMLDivElement | null>, rows: readonly Row[], rowHeight: number) {
  const [view, setView] = useState({ top: 0, height: 600 })
  const anchor = useRef<{ path: string; offset: number }>(undefined)
  const measure = () => {
    const element = box.current
    if (!element) return
    const index = Math.floor(element.scrollTop / rowHeight)
    const row = rows[index]
    anchor.current = row?.kind === 'entry' ? { path: row.entry.path, offset: element.scrollTop - index * rowHeight } : undefined
    setView({ top: element.scrollTop, height: element.clientHeight })
  }
  useLayoutEffect(() => {
    const element = box.current
    const index = indexOfPath(rows, anchor.current?.path)
    const wanted = index * rowHeight + (anchor.current?.offset ?? 0)
    if (element && index > 0 && element.scrollTop > 0 && wanted !== element.scrollTop) element.scrollTop = wanted
  }, [box, rows, rowHeight])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is measured when it changes its size
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(measure)
    if (box.current) watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  const first = Math.max(0, Math.floor(view.top / rowHeight) - SPARE_ROWS)
  return { first, last: Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + SPARE_ROWS), onScroll: measure }
}

interface InSight {
  readonly focused: string | undefined
  readonly at: number
  readonly rowHeight: number
}

/** Scrolls to the row that the person focuses; changes of other rows do not scroll. */
function useKeepInSight(box: RefObject<HTMLDivElement | null>, { focused, at, rowHeight }: InSight): void {
  const isListed = at >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place of the same row is no reason to go there
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isListed) return
    const [top, bottom] = [at * rowHeight, (at + 1) * rowHeight]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
  }, [box, focused, isListed, rowHeight])
}
