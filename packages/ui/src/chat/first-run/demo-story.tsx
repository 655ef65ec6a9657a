// The demo story: shows every feature once, played by the built-in agent in its own folder.
import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'
import type { Sending } from '../sending/use-send.ts'

export function DemoStory({ sending }: { readonly sending: Sending }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('chat.demo.title')} className="flex flex-wrap items-center gap-3 rounded-lg bg-accent-soft px-3 py-3">
      <div className="min-w-52 flex-1">
        <h3 className="font-semibold">{t('chat.demo.title')}</h3>
        <p className="text-sm">{t('chat.demo.hint')}</p>
      </div>
      <Button kind="primary" disabled={sending.isSending} onClick={() => void sending.send(t('chat.demo.message'))}>
        <Play size={14} aria-hidden />
        {t('chat.demo.play')}
      </Button>
    </section>
  )
}
