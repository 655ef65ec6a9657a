// The matching calls, page by page; new calls appear by themselves.
import type { ExecutionView } from '@countersign/protocol'
import { useRef, useState } from 'react'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { useFetched } from '../../shared/hooks/use-fetched.ts'
import { type Filters, queryOf, textOf } from '../filters/filters.ts'
import { NO_PAGES, type Pages, withFirst, withNext } from './pages.ts'

const PAGE = 100

export interface History {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly ExecutionView[] | undefined
  readonly isMore: boolean
  readonly error: Error | undefined
  readonly reload: () => void
  readonly loadMore: () => void
}

export function useHistory(filters: Filters): History {
  const { client, projectId } = useProject()
  const key = `${projectId} ${textOf(filters)}`
  const [held, setHeld] = useState<{ readonly key: string; readonly pages: Pages }>({ key, pages: NO_PAGES })
  const [moreError, setMoreError] = useState<Error>()
  const isReadingMore = useRef(false)
  const change = (apply: (pages: Pages) => Pages) =>
    setHeld((before) => ({ key, pages: apply(before.key === key ? before.pages : NO_PAGES) }))
  const readPage = async (cursor?: string, signal?: AbortSignal): Promise<Pages> => {
    const query = { ...queryOf(filters, Date.now()), project_id: projectId, limit: PAGE, ...(cursor !== undefined && { cursor }) }
    const { executions, next_cursor } = await client.history({ query, ...(signal && { signal }) })
    return { rows: executions, cursor: next_cursor }
  }
  const news = useMirror((state) => state.news.calls)
  const read = async (signal: AbortSignal) => {
    const first = await readPage(undefined, signal)
    change((pages) => withFirst(pages, first))
    setMoreError(undefined)
    return true
  }
  const first = useFetched({ read, key, news })
  const pages = held.key === key ? held.pages : NO_PAGES
  const loadMore = async () => {
    if (isReadingMore.current || pages.cursor === undefined) return
    isReadingMore.current = true
    try {
      const next = await readPage(pages.cursor)
      change((known) => (known.cursor === pages.cursor ? withNext(known, next) : known))
    } catch (cause) {
      setMoreError(cause instanceof Error ? cause : new Error(String(cause)))
    }
    isReadingMore.current = false
  }
  return {
    rows: first.data ? pages.rows : undefined,
    isMore: pages.cursor !== undefined,
    error: first.error ?? moreError,
    reload: first.reload,
    loadMore: () => void loadMore(),
  }
}
