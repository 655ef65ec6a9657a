// Which model answers in this conversation, and what it has used so far.
import { Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMirror, useProject } from '../../connection/project-context.ts'
import { isBuiltIn, useModels } from '../sending/use-models.ts'
import { Usage } from './usage.tsx'

interface ModelBarProps {
  readonly sessionId: string
  readonly model: string | null
  readonly onModel: (model: string | null) => void
}

export function ModelBar({ sessionId, model, onModel }: ModelBarProps) {
  const { t } = useTranslation()
  const models = useModels()
  const chosen = useMirror(({ sessions }) => sessions.get(sessionId)?.model ?? null)
  const choose = useChooseModel(sessionId, onModel)
  const current = models?.find(sessionId === '' ? model : chosen)
  return (
    <div className="@container mx-auto max-w-3xl">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 px-1 text-xs text-muted">
        {models && models.all.length > 1 && (
          <label className="flex min-w-0 items-center gap-1">
            <Cpu size={14} className="shrink-0" aria-hidden />
            <span className="sr-only">{t('chat.model')}</span>
            <select
              value={current?.name ?? ''}
              onChange={({ target }) => choose(target.value)}
              className="min-h-6 max-w-48 min-w-0 rounded border border-transparent bg-transparent pr-1 hover:border-line focus-visible:border-line"
            >
              {!current && <option value="">{t('chat.modelGone')}</option>}
              {models.all.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {models?.all.length === 1 && current && !isBuiltIn(current) && (
          <span className="flex min-w-0 items-center gap-1">
            <Cpu size={14} className="shrink-0" aria-hidden />
            <span className="truncate">{current.name}</span>
          </span>
        )}
        {current && isBuiltIn(current) && <span>{t('chat.builtIn')}</span>}
        {sessionId !== '' && <Usage sessionId={sessionId} />}
        <span className="ml-auto hidden @lg:inline">{t('chat.enterSends')}</span>
      </div>
    </div>
  )
}

/** The server stores the model of a conversation that has begun; following turns use it. */
function useChooseModel(sessionId: string, onModel: (model: string | null) => void): (name: string) => void {
  const { client, projectId: p, mirror } = useProject()
  return (name) => {
    if (sessionId === '') return onModel(name)
    const changed = client.patchSession({ params: { p, s: sessionId }, body: { model: name } }).then(() => mirror.learnSession(sessionId))
    // Offline the choice stays as it was.
    changed.catch(() => undefined)
  }
}
