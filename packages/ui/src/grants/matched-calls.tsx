// The calls that a grant has allowed, newest first; read when opened.

import type { Client } from '@countersign/client'
import type { ExecutionView, GrantView } from '@countersign/protocol'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusMark } from '../calls/status-mark.tsx'
import { useShortTitle } from '../calls/use-call-title.ts'
import { useProject } from '../connection/project-context.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { Problem } from '../shared/controls/problem.tsx'
import { useFetched } from '../shared/hooks/use-fetched.ts'
import { safeProse } from '../shared/text/safe-text.ts'
import { Moment } from '../shared/time/moment.tsx'

const PAGE = 200
const MAX_PAGES = 5
const SHOWN = 20

export function MatchedCalls({ grant }: { readonly grant: GrantView }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // A call that was refused has no link to the grant; its error names it.
  if (grant.never)
    return (
      <p className="text-sm text-muted">{grant.matched === 0 ? t('grants.refusedNone') : t('grants.refused', { count: grant.matched })}</p>
    )
  if (grant.matched === 0) return <p className="text-sm text-muted">{t('grants.matchedNone')}</p>
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-sm">{t('grants.matched', { count: grant.matched })}</summary>
      {isOpen && <CallList grant={grant} />}
    </details>
  )
}

function CallList({ grant }: { readonly grant: GrantView }) {
  const { t } = useTranslation()
  const { client } = useProject()
  const titleOf = useShortTitle()
  const { data, error, reload } = useFetched({
    read: (signal) => readMatched(client, grant, signal),
    key: grant.id,
    news: grant.matched,
  })
  if (error) return <Problem error={error} onRetry={reload} />
  if (!data) return <p className="text-sm text-muted">{t('app.loading')}</p>
  return (
    <ul className="mt-1 divide-y divide-line rounded-md border border-line">
      {data.slice(0, SHOWN).map((call) => (
        <li key={call.tool_id} className="flex flex-wrap items-center gap-x-3 px-2 py-1 text-sm">
          <a href={hrefOf('history', call.tool_id)} className="min-w-0 flex-1 truncate text-accent hover:underline">
            {safeProse(titleOf(call))}
          </a>
          <StatusMark call={call} />
          <span className="text-xs text-muted">
            <Moment at={call.created_at} />
          </span>
        </li>
      ))}
      {data.length > SHOWN && <li className="px-2 py-1 text-xs text-muted">{t('grants.more', { count: data.length - SHOWN })}</li>}
    </ul>
  )
}

/** Looks through the calls of its session or project since the grant began; only the newest pages. */
async function readMatched(client: Client, grant: GrantView, signal: AbortSignal): Promise<ExecutionView[]> {
  const { project_id, session_id, created_at: since, id, scope } = grant
  const place = { project_id, ...(scope !== 'project' && { session_id }) }
  const found: ExecutionView[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && found.length < grant.matched; page += 1) {
    const query = { ...place, since, limit: PAGE, ...(cursor !== undefined && { cursor }) }
    const { executions, next_cursor } = await client.history({ query, signal })
    found.push(...executions.filter(({ cleared_by }) => isClearedBy(cleared_by, id)))
    cursor = next_cursor
    if (cursor === undefined) break
  }
  return found
}

const isClearedBy = (by: ExecutionView['cleared_by'], id: GrantView['id']): boolean =>
  by?.kind === 'grant' && (by.grant_id === id || by.also?.includes(id) === true)
