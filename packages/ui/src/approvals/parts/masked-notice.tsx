// Says which parts are masked, and shows the unmasked text on request. The unmasked text is what runs, so it must be shown before
// approving.
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { Button } from '../../shared/controls/button.tsx'

export function MaskedNotice({ waiting: { id, masked, is_abridged, is_unmasked } }: { readonly waiting: Waiting }) {
  const { t } = useTranslation()
  if (masked.length === 0 || is_abridged) return null
  const parts = masked.map((part) => t(`approvals.masked.parts.${part}`)).join(', ')
  return (
    <div role="note" aria-label={t('approvals.masked.label')} className="rounded-md border border-medium bg-sunken p-2 text-sm">
      <p className="flex items-start gap-2">
        {is_unmasked ? (
          <Eye size={16} className="mt-0.5 shrink-0" aria-hidden />
        ) : (
          <EyeOff size={16} className="mt-0.5 shrink-0" aria-hidden />
        )}
        <span>{t(is_unmasked ? 'approvals.masked.shown' : 'approvals.masked.hidden', { parts })}</span>
      </p>
      {!is_unmasked && <ShowTrueText id={id} />}
    </div>
  )
}

function ShowTrueText({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { mirror } = useProject()
  const errorText = useErrorText()
  const [problem, setProblem] = useState<string>()
  const show = () => {
    setProblem(undefined)
    mirror.unmaskApproval(id).catch((error: unknown) => setProblem(errorText(error)))
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 pl-6">
      <Button onClick={show}>{t('approvals.masked.show')}</Button>
      {problem !== undefined && (
        <span role="alert" className="text-high [overflow-wrap:anywhere]">
          {t('approvals.masked.failed', { error: problem })}
        </span>
      )}
    </div>
  )
}
