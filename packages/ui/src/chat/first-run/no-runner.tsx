// No runner is connected: nothing can be read or done in the workspace until one is.
import { PlugZap } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export function NoRunner() {
  const { t } = useTranslation()
  return (
    <section aria-label={t('chat.noRunner.title')} className="flex gap-3 rounded-lg bg-medium-soft px-3 py-2 text-sm text-medium">
      <PlugZap size={18} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0">
        <h3 className="font-semibold">{t('chat.noRunner.title')}</h3>
        <p>{t('chat.noRunner.hint')}</p>
        <code className="mt-1 inline-block rounded bg-panel px-2 py-1 font-mono text-xs text-text">npx countersign runner</code>
      </div>
    </section>
  )
}
