// The text of the scripts that a command runs by name: an answer holds only for this text.
import type { ScriptPreview } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import { VisibleText } from '../../shared/text/visible-text.tsx'

export function ScriptTexts({ scripts = [] }: { readonly scripts: readonly ScriptPreview[] | undefined }) {
  const { t } = useTranslation()
  return scripts.map(({ words, path, text }) => (
    <section key={`${path} ${words}`} aria-label={t('approvals.command.script', { words, path })}>
      <h4 className="text-xs font-medium text-muted">{t('approvals.command.script', { words, path })}</h4>
      <p className="max-h-48 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text === null ? t('approvals.command.noScript') : <VisibleText text={text} multiline />}
      </p>
    </section>
  ))
}
