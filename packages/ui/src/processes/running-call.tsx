// A call that is running now: it ends by itself, or because the person stops it.
import type { ExecutionView } from '@countersign/protocol'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OutputTail } from '../calls/output-tail.tsx'
import { useShortTitle } from '../calls/use-call-title.ts'
import { useProject } from '../connection/project-context.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { Button } from '../shared/controls/button.tsx'
import { Confirm } from '../shared/controls/confirm.tsx'
import { Moment } from '../shared/time/moment.tsx'

export function RunningCall({ call }: { readonly call: ExecutionView }) {
  const { t } = useTranslation()
  const { client, projectId: p } = useProject()
  const [isAsking, setAsking] = useState(false)
  const { tool_id, tool_name, agent, started_at, created_at } = call
  const title = useShortTitle()(call)
  const stop = async () => void (await client.cancelExecution({ params: { p, id: tool_id } }))
  return (
    <article aria-label={title} className="flex flex-col gap-2 rounded-lg border border-line bg-panel p-3">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold break-words">{title}</h3>
          <p className="flex flex-wrap gap-x-3 text-xs text-muted">
            <span>{agent}</span>
            <span>
              {t('processes.since')} <Moment at={started_at ?? created_at} />
            </span>
            <a className="text-accent underline" href={hrefOf('history', tool_id)}>
              {t('processes.record')}
            </a>
          </p>
        </div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          <CircleStop size={16} aria-hidden />
          {t('processes.stop')}
        </Button>
      </header>
      <OutputTail toolId={tool_id} name={title} />
      {isAsking && (
        <Confirm
          title={t('processes.stopTitle', { name: tool_name })}
          action={t('processes.stop')}
          onConfirm={stop}
          onClose={() => setAsking(false)}
        >
          <p>{title}</p>
          <p>{t('processes.stopCallHint')}</p>
        </Confirm>
      )}
    </article>
  )
}
