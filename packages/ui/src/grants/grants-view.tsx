// Grants: those in force first, then those that have ended.
import type { GrantView } from '@countersign/protocol'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../bridge/editor-context.ts'
import { useMirror, useProject } from '../connection/project-context.ts'
import { DeviceList } from '../devices/device-list.tsx'
import { Button } from '../shared/controls/button.tsx'
import { EmptyState } from '../shared/controls/empty-state.tsx'
import { Problem } from '../shared/controls/problem.tsx'
import { ViewHeader } from '../shared/controls/view-header.tsx'
import { useFetched } from '../shared/hooks/use-fetched.ts'
import { useNow } from '../shared/time/use-now.ts'
import { GrantCard } from './grant-card.tsx'
import { grantState } from './grant-state.ts'

const PAGE = 50

/** `matched` changes with every call: too often for events, so the list is read again. */
const COUNT_AGAIN_MILLISECONDS = 5_000

export function GrantsView() {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(PAGE)
  const { data, error, reload } = useGrants(limit)
  // The host of an editor lets nothing through that decides who has access.
  const isInEditor = useEditor() !== undefined
  return (
    <section className="min-h-0 flex-1 overflow-auto p-4">
      <div className="mx-auto flex max-w-4xl flex-col gap-4">
        <ViewHeader title={t('app.views.grants')} hint={t('grants.hint')} />
        {error && <Problem error={error} onRetry={reload} />}
        {!data && !error && <p className="text-muted">{t('app.loading')}</p>}
        {data && <Lists grants={data.grants} onRevoked={reload} />}
        {!isInEditor && <DeviceList />}
        {data?.isMore && <Button onClick={() => setLimit(limit + PAGE)}>{t('grants.showMore')}</Button>}
      </div>
    </section>
  )
}

function useGrants(limit: number) {
  const { client, projectId: p } = useProject()
  const news = useMirror((state) => state.news.grants)
  const read = async (signal: AbortSignal) => {
    const grants: GrantView[] = []
    let cursor: string | undefined
    do {
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) }
      const page = await client.listGrants({ params: { p }, query, signal })
      grants.push(...page.grants)
      cursor = page.next_cursor
    } while (cursor !== undefined && grants.length < limit)
    return { grants, isMore: cursor !== undefined }
  }
  return useFetched({ read, key: p, news: news + limit, everyMilliseconds: COUNT_AGAIN_MILLISECONDS })
}

interface ListsProps {
  readonly grants: readonly GrantView[]
  readonly onRevoked: () => void
}

function Lists({ grants, onRevoked }: ListsProps) {
  const { t } = useTranslation()
  const now = useNow(1_000)
  const [active, over] = [
    grants.filter((one) => grantState(one, now) === 'active'),
    grants.filter((one) => grantState(one, now) !== 'active'),
  ]
  return (
    <>
      {active.length === 0 && <EmptyState Icon={KeyRound} title={t('grants.none')} hint={t('grants.noneHint')} />}
      <List label={t('grants.active')} grants={active} onRevoked={onRevoked} />
      <List label={t('grants.over')} grants={over} onRevoked={onRevoked} />
    </>
  )
}

function List({ label, grants, onRevoked }: ListsProps & { readonly label: string }) {
  if (grants.length === 0) return null
  return (
    <section aria-label={label} className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">{label}</h2>
      {grants.map((grant) => (
        <GrantCard key={grant.id} grant={grant} onRevoked={onRevoked} />
      ))}
    </section>
  )
}
