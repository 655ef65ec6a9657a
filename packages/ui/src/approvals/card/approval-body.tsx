// Everything that the person must see before approving, and the answers.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PreviewOf } from '../../calls/preview/call-preview.tsx'
import { Reasons } from '../../calls/reasons.tsx'
import { useProject } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { Button } from '../../shared/controls/button.tsx'
import { EditPanel } from '../edit/edit-panel.tsx'
import { useVerdict } from '../edit/use-verdict.ts'
import { PartPreview } from '../part/part-preview.tsx'
import type { BodyProps } from '../parts/body-props.ts'
import { CommentField } from '../parts/comment-field.tsx'
import { EditorDiff } from '../parts/editor-diff.tsx'
import { MaskedNotice } from '../parts/masked-notice.tsx'
import { useDraft } from '../state/approval-queue.ts'
import { keepsPart } from '../state/draft.ts'
import { choicesOf } from '../state/part-choice.ts'
import { ApprovalAnswers } from './approval-answers.tsx'
import { NeverChoice } from './never-choice.tsx'
import { Parameters } from './parameters.tsx'
import { ScopeChoice } from './scope-choice.tsx'

export function ApprovalBody({ waiting, hasKeys, place }: BodyProps) {
  const draft = useDraft(waiting.id)
  const verdict = useVerdict(waiting, draft)
  const { preview, is_abridged, tool_params, masked, is_unmasked } = waiting
  // Parameters that were unmasked on request are shown open.
  const isRevealed = is_unmasked && masked.includes('tool_params')
  return (
    <div className="flex flex-col gap-3 px-3">
      <Reasons judged={waiting} />
      <MaskedNotice waiting={waiting} />
      {is_abridged ? <Abridged id={waiting.id} /> : <Change waiting={waiting} isEditing={draft.edit !== null} />}
      <EditorDiff {...waiting} />
      {!is_abridged &&
        (draft.edit ? (
          <EditPanel waiting={waiting} verdict={verdict} />
        ) : (
          <Parameters params={tool_params} isOpen={preview === null || isRevealed} />
        ))}
      {!keepsPart(draft, waiting) && <ScopeChoice waiting={waiting} />}
      <NeverChoice waiting={waiting} />
      <CommentField id={waiting.id} hasKeys={hasKeys} hasStop />
      <ApprovalAnswers waiting={waiting} hasKeys={hasKeys} place={place} verdict={verdict} />
    </div>
  )
}

/** A change of several hunks or lines can be kept in part, unless its parameters are being edited. */
function Change({ waiting, isEditing }: { readonly waiting: Waiting; readonly isEditing: boolean }) {
  const hunks = useMemo(() => choicesOf(waiting), [waiting])
  if (hunks.length > 0 && !isEditing) return <PartPreview id={waiting.id} hunks={hunks} />
  return waiting.preview && <PreviewOf preview={waiting.preview} />
}

/** The event held only a part; the mirror fetches the rest, and nobody can approve before. */
function Abridged({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const { mirror } = useProject()
  // Offline nothing is fetched; the next connection reads everything again.
  const retry = () => void mirror.fetchApproval(id).catch(() => undefined)
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      {t('approvals.loading')}
      <Button kind="quiet" onClick={retry}>
        {t('app.retry')}
      </Button>
    </p>
  )
}
