// One grant: what it covers and for whom, how long it lasts, what it has allowed so far, and revoking it.

import type { GrantView } from '@countersign/protocol'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../connection/project-context.ts'
import { useRenderSentence } from '../sentences/use-render-sentence.ts'
import { Button } from '../shared/controls/button.tsx'
import { Confirm } from '../shared/controls/confirm.tsx'
import { ServerText } from '../shared/text/server-text.tsx'
import { formatDuration } from '../shared/time/format-duration.ts'
import { Moment } from '../shared/time/moment.tsx'
import { useNow } from '../shared/time/use-now.ts'
import { grantState } from './grant-state.ts'
import { MatchedCalls } from './matched-calls.tsx'

export interface GrantCardProps {
  readonly grant: GrantView
  readonly onRevoked: () => void
}

export function GrantCard({ grant, onRevoked }: GrantCardProps) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const render = useRenderSentence()
  const [isAsking, setAsking] = useState(false)
  const isActive = grantState(grant, useNow(1_000)) === 'active'
  const revoke = async () => {
    await client.revokeGrant({ params: { p, g: grant.id } })
    onRevoked()
  }
  return (
    <article
      aria-label={render(grant.covers, grant.covers_form)}
      className={`flex flex-col gap-2 rounded-lg border border-line bg-panel p-3 ${isActive ? '' : 'text-muted'}`}
    >
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold break-words">
            <ServerText text={grant.covers} form={grant.covers_form} />
          </h3>
          <GrantFacts grant={grant} />
        </div>
        {isActive && (
          <Button kind="danger" onClick={() => setAsking(true)}>
            <Undo2 size={16} aria-hidden />
            {t('grants.revoke')}
          </Button>
        )}
      </header>
      <MatchedCalls grant={grant} />
      {isAsking && (
        <Confirm title={t('grants.revokeTitle')} action={t('grants.revoke')} onConfirm={revoke} onClose={() => setAsking(false)}>
          <p className="font-medium">
            <ServerText text={grant.covers} form={grant.covers_form} />
          </p>
          <p>{t('grants.revokeHint')}</p>
        </Confirm>
      )}
    </article>
  )
}

function GrantFacts({ grant }: { readonly grant: GrantView }) {
  const { t } = useTranslation()
  const { agent, every_agent, scope, never, cover_high, script, created_at, last_used_at } = grant
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
      {never && <span className="rounded-full bg-high-soft px-2 py-0.5 font-medium text-high">{t('grants.never')}</span>}
      <span>{every_agent ? t('grants.forAll') : t('grants.for', { agent })}</span>
      <span>{t(`grants.scope.${scope}`)}</span>
      {script && <span>{t('grants.bound', { name: script.name })}</span>}
      {cover_high && !never && (
        <span className="rounded-full bg-high-soft px-2 py-0.5 font-medium text-high">{t('grants.coversHigh')}</span>
      )}
      <span>
        {t('grants.since')} <Moment at={created_at} />
      </span>
      {last_used_at !== null && (
        <span>
          {t('grants.lastUsed')} <Moment at={last_used_at} />
        </span>
      )}
      <Validity grant={grant} />
    </p>
  )
}

function Validity({ grant }: { readonly grant: GrantView }) {
  const { t, i18n } = useTranslation()
  const now = useNow(1_000)
  const state = grantState(grant, now)
  if (state === 'revoked')
    return (
      <span>
        {grant.scope === 'exact' ? t('grants.used') : t('grants.revoked')} <Moment at={grant.revoked_at ?? grant.created_at} />
      </span>
    )
  if (state === 'expired')
    return (
      <span>
        {t('grants.expired')} <Moment at={grant.expires_at ?? grant.created_at} />
      </span>
    )
  const left = leftOf(grant, now)
  return (
    <span className="font-medium text-low">
      {left === null ? t('grants.lasting') : t('grants.left', { time: formatDuration(left, i18n.language) })}
    </span>
  )
}

/** Whole seconds: a fraction would flicker. Null: until it is revoked. */
const leftOf = ({ expires_at }: GrantView, now: number): number | null =>
  expires_at === null ? null : Math.ceil((Date.parse(expires_at) - now) / 1000) * 1000
