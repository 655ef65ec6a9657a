// Why the risk of a call is what it is.
import { useTranslation } from 'react-i18next'
import type { Form } from '../sentences/use-render-sentence.ts'
import { ServerText } from '../shared/text/server-text.tsx'

export interface Reasoned {
  readonly reasons: readonly string[]
  /** One for each of `reasons`; absent in rows that were stored before forms existed. */
  readonly reasons_forms?: readonly Form[] | null | undefined
}

export function Reasons({ judged }: { readonly judged: Reasoned }) {
  const { t } = useTranslation()
  if (judged.reasons.length === 0) return null
  return (
    <ul aria-label={t('approvals.reasons')} className="list-disc pl-5 text-sm text-muted [overflow-wrap:anywhere]">
      {listReasons(judged).map(({ text, form }) => (
        <li key={text}>
          <ServerText text={text} form={form} />
        </li>
      ))}
    </ul>
  )
}

/** Each text once. */
export const listReasons = ({ reasons, reasons_forms }: Reasoned): { readonly text: string; readonly form: Form }[] =>
  [...new Map(reasons.map((text, index) => [text, reasons_forms?.[index]]))].map(([text, form]) => ({ text, form }))
