// Editing the parameters before approving: a field for each, or JSON, with the verdict on the edit so far.
import { bodyText, hasReference, resolveReferences } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenProject } from '../../connection/open-project.ts'
import { useProject } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { Button } from '../../shared/controls/button.tsx'
import { Problem } from '../../shared/controls/problem.tsx'
import { changeDraft, useDraft } from '../state/approval-queue.ts'
import type { Edit } from '../state/draft.ts'
import { ParamField } from './param-field.tsx'
import { startEdit, withParam, withText } from './start-edit.ts'
import type { Verdict } from './use-verdict.ts'
import { VerdictView } from './verdict-view.tsx'

export interface EditPanelProps {
  readonly waiting: Waiting
  readonly verdict: Verdict
}

export function EditPanel({ waiting, verdict }: EditPanelProps) {
  const { t } = useTranslation()
  const { edit } = useDraft(waiting.id)
  const problem = useWholeParams(waiting, edit)
  if (!edit) return null
  const change = (changed: Edit) => changeDraft(waiting.id, { edit: changed })
  const other = edit.mode === 'form' ? 'json' : 'form'
  return (
    <section aria-label={t('approvals.edit.label')} className="flex flex-col gap-2 rounded-md border border-accent p-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{t('approvals.edit.label')}</h3>
        <span className="flex gap-1">
          <Button kind="quiet" disabled={edit.params === undefined} onClick={() => change({ ...edit, mode: other })}>
            {t(`approvals.edit.${other}`)}
          </Button>
          <Button kind="quiet" onClick={() => changeDraft(waiting.id, { edit: null })}>
            {t('approvals.edit.undo')}
          </Button>
        </span>
      </div>
      {edit.mode === 'json' ? <JsonField edit={edit} onChange={change} /> : <Fields edit={edit} onChange={change} />}
      {edit.problem !== undefined && (
        <p role="alert" className="text-sm text-high">
          {t('approvals.edit.invalid')} <code lang="en">{edit.problem}</code>
        </p>
      )}
      {problem && <Problem error={problem} />}
      <VerdictView waiting={waiting} verdict={verdict} />
    </section>
  )
}

interface EditProps {
  readonly edit: Edit
  readonly onChange: (edit: Edit) => void
}

const Fields = ({ edit, onChange }: EditProps) =>
  Object.entries(edit.params ?? {}).map(([name, value]) => (
    <ParamField key={name} name={name} value={value} onChange={(changed) => onChange(withParam(edit, name, changed))} />
  ))

function JsonField({ edit, onChange }: EditProps) {
  const { t } = useTranslation()
  return (
    <textarea
      aria-label={t('approvals.edit.json')}
      aria-invalid={edit.params === undefined}
      spellCheck={false}
      value={edit.text}
      onChange={({ target }) => onChange(withText(edit, target.value))}
      className="field-sizing-content max-h-96 min-h-32 w-full rounded-md border border-strong-line bg-panel p-2 font-mono text-xs"
    />
  )
}

/** Long values are stored apart on the server; they are fetched to be edited. */
function useWholeParams({ id }: Waiting, edit: Edit | null): Error | undefined {
  const project = useProject()
  const [problem, setProblem] = useState<Error>()
  const params = edit?.params
  useEffect(() => {
    if (!params || !hasReference(params)) return
    fetchValues(project, params)
      .then((whole) => changeDraft(id, { edit: startEdit(whole) }))
      .catch(setProblem)
  }, [project, id, params])
  return problem
}

const fetchValues = ({ client, projectId: p }: OpenProject, params: Readonly<Record<string, unknown>>) =>
  resolveReferences(params, async (sha256) => bodyText(await client.getBody({ params: { p, sha256 } })))
