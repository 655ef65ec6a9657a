// The inside of a card: parameters, what it printed, the result or the error.
import { useTranslation } from 'react-i18next'
import type { Call } from '../mirror/call.ts'

export function CallDetails({ call }: { readonly call: Call }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2 border-t border-line p-3">
      <Part label={t('chat.parameters')} text={asText(call.tool_params)} />
      {call.output !== '' && (
        <Part label={t('chat.output')} text={call.output} note={call.output_is_cut ? t('chat.outputCut') : undefined} />
      )}
      {call.error !== null && <p className="text-sm text-high">{call.error}</p>}
      {call.result !== undefined && call.result !== null && <Part label={t('chat.result')} text={asText(call.result)} />}
    </div>
  )
}

interface PartProps {
  readonly label: string
  readonly text: string
  readonly note?: string | undefined
}

const Part = ({ label, text, note }: PartProps) => (
  <section aria-label={label}>
    <h3 className="text-xs font-semibold text-muted">{label}</h3>
    {note !== undefined && <p className="text-xs text-muted">{note}</p>}
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-0.5 max-h-80 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  </section>
)

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
