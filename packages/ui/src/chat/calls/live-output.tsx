// The live output of a running call.
import { useTranslation } from 'react-i18next'
import type { Call } from '../../mirror/calls/call.ts'
import { OutputBox } from '../../shared/text/output-box.tsx'

export function LiveOutput({ call }: { readonly call: Pick<Call, 'output' | 'output_is_cut' | 'output_missing'> }) {
  const { t } = useTranslation()
  const { output, output_is_cut, output_missing } = call
  return <OutputBox label={t('chat.output')} text={output} isCut={output_is_cut} missingBytes={output_missing} height="max-h-40" />
}
