// What a call prints while it runs.
import { useTranslation } from 'react-i18next'
import type { Call } from '../../mirror/call.ts'
import { OutputBox } from '../../shared/output-box.tsx'

export function LiveOutput({ call }: { readonly call: Pick<Call, 'output' | 'output_is_cut'> }) {
  const { t } = useTranslation()
  return <OutputBox label={t('chat.output')} text={call.output} isCut={call.output_is_cut} height="max-h-40" />
}
