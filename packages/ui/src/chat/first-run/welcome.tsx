// An empty conversation: what this is in three lines, three things to try, and the demo story.
import { Eye, FileClock, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMirror } from '../../connection/project-context.ts'
import { useErrorText } from '../../sentences/use-error-text.ts'
import { isBuiltIn, useModels } from '../sending/use-models.ts'
import { useSend } from '../sending/use-send.ts'
import { DemoStory } from './demo-story.tsx'
import { NoModel } from './no-model.tsx'
import { NoRunner } from './no-runner.tsx'
import { ThingsToTry } from './things-to-try.tsx'

export function Welcome({ model }: { readonly model: string | null }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const models = useModels()
  const sending = useSend({ sessionId: '', model })
  const isNew = useMirror(({ isLoaded, sessions }) => isLoaded && sessions.size === 0)
  const isRunnerAway = useMirror(({ isLoaded, runner }) => isLoaded && runner?.online !== true)
  const isOffline = models?.all.every(isBuiltIn) === true
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-5 px-4 py-8 sm:py-12">
        <div>
          <h2 className="text-lg font-semibold">{isNew ? t('chat.welcome.title') : t('chat.welcome.titleAgain')}</h2>
          <p className="text-muted">{t('chat.welcome.lead')}</p>
        </div>
        {isNew && <ThreeLines />}
        {isRunnerAway && <NoRunner />}
        <ThingsToTry sending={sending} />
        {isOffline && <DemoStory sending={sending} />}
        {isOffline && <NoModel />}
        {sending.error && (
          <p role="alert" className="text-sm text-high">
            {t('chat.notSent', { error: errorText(sending.error) })}
          </p>
        )}
      </div>
    </div>
  )
}

function ThreeLines() {
  const { t } = useTranslation()
  const lines = [
    { Icon: Eye, text: t('chat.welcome.reads') },
    { Icon: ShieldCheck, text: t('chat.welcome.asks') },
    { Icon: FileClock, text: t('chat.welcome.records') },
  ]
  return (
    <ul className="flex flex-col gap-2">
      {lines.map(({ Icon, text }) => (
        <li key={text} className="flex gap-3">
          <Icon size={18} className="mt-0.5 shrink-0 text-accent" aria-hidden />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
