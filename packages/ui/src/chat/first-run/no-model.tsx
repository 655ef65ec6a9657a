// No model is configured: what answers instead, and how to configure one.
import { useTranslation } from 'react-i18next'

const EXAMPLE = 'COUNTERSIGN_MODEL=anthropic/claude-sonnet-4-5 ANTHROPIC_API_KEY=… npx countersign serve'

export function NoModel() {
  const { t } = useTranslation()
  return (
    <section aria-label={t('chat.noModel.title')} className="flex flex-col gap-1 rounded-lg border border-line px-3 py-2 text-sm">
      <h3 className="font-semibold">{t('chat.noModel.title')}</h3>
      <p className="text-muted">{t('chat.noModel.hint')}</p>
      <code className="rounded bg-sunken px-2 py-1 font-mono text-xs break-words">{EXAMPLE}</code>
      <p className="text-xs text-muted">{t('chat.noModel.more')}</p>
    </section>
  )
}
