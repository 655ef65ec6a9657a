// The exact shell line.
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../../shared/text/visible-text.tsx'

export function ShellLine({ line }: { readonly line: string }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('approvals.command.shell')}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      <VisibleText text={line} />
    </section>
  )
}
