// The scope of an approval: this call, a class of calls in this session or in this project, the session. Each says what it covers; the wider ones have an end and
// leave out high risk unless it is ticked.

import type { OfferedScope } from '@countersign/protocol'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { ServerText } from '../../shared/text/server-text.tsx'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
import { scopeOf } from '../state/draft.ts'
import { GrantTerms } from './grant-terms.tsx'
import { LastingTerms } from './lasting-terms.tsx'
import { RecentMatches } from './recent-matches.tsx'

export function ScopeChoice({ waiting }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  const draft = useDraft(waiting.id)
  const chosen = scopeOf(draft, waiting)
  if (waiting.scopes.length === 0) return null
  return (
    <fieldset className="rounded-md border border-line px-2 pt-1 pb-2">
      <legend className="px-1 text-xs font-medium text-muted">{t('approvals.scope.label')}</legend>
      {waiting.scopes.map((offered, index) => (
        <ScopeLine
          key={`${offered.scope} ${offered.class ?? ''}`}
          name={`scope-${waiting.id}`}
          offered={offered}
          isChosen={offered === chosen}
          onChoose={() => changeDraft(waiting.id, { scopeIndex: index, coverHigh: false, everyAgent: false })}
        />
      ))}
      {chosen &&
        chosen.scope !== 'once' &&
        (chosen.scope === 'project' ? <LastingTerms waiting={waiting} /> : <GrantTerms waiting={waiting} />)}
    </fieldset>
  )
}

interface ScopeLineProps {
  readonly name: string
  readonly offered: OfferedScope
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function ScopeLine({ name, offered, isChosen, onChoose }: ScopeLineProps) {
  const { t } = useTranslation()
  const { label, covers, warning, matched } = offered
  return (
    <label className="flex items-start gap-2 rounded px-1 py-0.5 text-sm hover:bg-sunken">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="mt-1 accent-accent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-medium">
          <ServerText text={label} form={offered.label_form} />
        </span>
        <span className="text-muted">
          {' · '}
          <ServerText text={covers} form={offered.covers_form} />
          {matched !== undefined && matched > 0 && ` · ${t('approvals.scope.matched', { count: matched })}`}
        </span>
        {warning !== undefined && isChosen && (
          <span className="flex items-start gap-1 text-high">
            <TriangleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
            <ServerText text={warning} form={offered.warning_form} />
          </span>
        )}
        {isChosen && offered.recent && <RecentMatches offered={offered} />}
      </span>
    </label>
  )
}
