// What a newcomer can ask for: one click sends it.
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Sending } from '../sending/use-send.ts'

export function ThingsToTry({ sending }: { readonly sending: Sending }) {
  const { t } = useTranslation()
  const things = [
    { ask: t('chat.examples.list'), hint: t('chat.examples.listHint') },
    { ask: t('chat.examples.read'), hint: t('chat.examples.readHint') },
    { ask: t('chat.examples.write'), hint: t('chat.examples.writeHint') },
  ]
  return (
    <section aria-label={t('chat.welcome.try')} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('chat.welcome.try')}</h3>
      {things.map(({ ask, hint }) => (
        <button
          key={ask}
          type="button"
          disabled={sending.isSending}
          onClick={() => void sending.send(ask)}
          className="group flex items-center gap-3 rounded-lg border border-line bg-panel px-3 py-2 text-left hover:border-accent disabled:opacity-50"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{ask}</span>
            <span className="block text-xs text-muted">{hint}</span>
          </span>
          <ArrowRight size={16} className="shrink-0 text-muted group-hover:text-accent" aria-hidden />
        </button>
      ))}
    </section>
  )
}
