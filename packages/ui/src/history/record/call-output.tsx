// The complete output of a command, in order; read when opened.
import type { ExecutionView } from '@countersign/protocol'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OutputTail } from '../../calls/output-tail.tsx'

const PRINTING: readonly string[] = ['execute_command', 'run_command', 'run_persistent']

export function CallOutput({ execution: { tool_id, tool_name, started_at } }: { readonly execution: ExecutionView }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!PRINTING.includes(tool_name) || !started_at) return null
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-sm font-semibold text-muted">{t('history.output')}</summary>
      {isOpen && (
        <div className="mt-1">
          <OutputTail toolId={tool_id} name={tool_name} />
        </div>
      )}
    </details>
  )
}
