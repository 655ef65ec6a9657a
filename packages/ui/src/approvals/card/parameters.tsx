// The full parameters of a call, each under its name, nothing left out.
import { isBodyReference } from '@countersign/protocol'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { Button } from '../../shared/controls/button.tsx'
import { VisibleText } from '../../shared/text/visible-text.tsx'

export interface ParametersProps {
  readonly params: Readonly<Record<string, unknown>>
  readonly isOpen: boolean
}

export function Parameters({ params, isOpen }: ParametersProps) {
  const { t } = useTranslation()
  return (
    <details open={isOpen} className="rounded-md border border-line">
      <summary className="px-2 py-1 text-xs font-medium text-muted">{t('approvals.parameters')}</summary>
      <dl className="border-t border-line px-2 py-1 text-xs">
        {Object.entries(params).map(([name, value]) => (
          <div key={name} className="py-1 sm:flex sm:gap-3">
            <dt className="w-28 shrink-0 font-mono text-muted [overflow-wrap:anywhere]">
              <VisibleText text={name} />
            </dt>
            <dd className="min-w-0 flex-1">{isBodyReference(value) ? <StoredValue sha256={value.$body} /> : <Value value={value} />}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const Value = ({ value }: { readonly value: unknown }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className="max-h-60 overflow-auto font-mono whitespace-pre-wrap [overflow-wrap:anywhere]"
  >
    <VisibleText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} multiline />
  </pre>
)

/** A long value is stored apart on the server, by its digest. */
function StoredValue({ sha256 }: { readonly sha256: string }) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const errorText = useErrorText()
  const [text, setText] = useState<string>()
  if (text !== undefined) return <Value value={text} />
  const load = async () => setText(new TextDecoder().decode(await client.getBody({ params: { p, sha256 } })))
  return (
    <Button kind="quiet" onClick={() => void load().catch((error: unknown) => setText(errorText(error)))}>
      {t('approvals.showStored')}
    </Button>
  )
}
