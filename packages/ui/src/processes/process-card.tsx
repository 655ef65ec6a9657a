// One persistent process: its command, state, output, and stopping it.
import type { ProcessView } from '@countersign/protocol'
import { CircleStop, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OutputTail } from '../calls/output-tail.tsx'
import { useRenderSentence } from '../sentences/use-render-sentence.ts'
import { hrefOf } from '../shared/browser/route.ts'
import { Button } from '../shared/controls/button.tsx'
import { VisibleText } from '../shared/text/visible-text.tsx'
import { Moment } from '../shared/time/moment.tsx'
import { StopProcess } from './stop-process.tsx'

export interface ProcessCardProps {
  readonly process: ProcessView
  readonly isRunnerOnline: boolean
  readonly onStopped: () => void
}

export function ProcessCard({ process, isRunnerOnline, onStopped }: ProcessCardProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { process_id, running, tool_id } = process
  return (
    <article aria-label={process_id} className="flex flex-col gap-2 rounded-lg border border-line bg-panel p-3">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <ProcessHead process={process} />
        {running && (
          <Button kind="danger" disabled={!isRunnerOnline} onClick={() => setAsking(true)}>
            <CircleStop size={16} aria-hidden />
            {t('processes.stop')}
          </Button>
        )}
      </header>
      {running ? <OutputTail toolId={tool_id} name={process_id} /> : <EndedOutput toolId={tool_id} name={process_id} />}
      {isAsking && <StopProcess process={process} onClose={() => setAsking(false)} onStopped={onStopped} />}
    </article>
  )
}

const LOOKS = { waiting: 'text-medium', running: 'text-low', ended: 'text-muted' } as const

function stateOf({ running, waiting }: ProcessView): keyof typeof LOOKS {
  if (!running) return 'ended'
  return waiting ? 'waiting' : 'running'
}

function ProcessHead({ process }: { readonly process: ProcessView }) {
  const { t } = useTranslation()
  const { process_id, running, command, pid, started_at, tool_id } = process
  const Icon = running ? Play : Square
  const state = stateOf(process)
  return (
    <div className="min-w-0 flex-1">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <VisibleText text={process_id} />
        <span className={`inline-flex items-center gap-1 text-xs font-medium ${LOOKS[state]}`}>
          <Icon size={12} aria-hidden />
          {t(`processes.${state}`)}
        </span>
      </h3>
      <code className="block font-mono text-xs break-all">
        <VisibleText text={command} />
      </code>
      <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
        <span>{t('processes.pid', { pid })}</span>
        <span>
          {t('processes.since')} <Moment at={started_at} />
        </span>
        {!running && <HowEnded process={process} />}
        <a className="text-accent underline" href={hrefOf('history', tool_id)}>
          {t('processes.record')}
        </a>
      </p>
    </div>
  )
}

function HowEnded({ process: { ended_at, how_ended, how_ended_form, exit_code, signal } }: { readonly process: ProcessView }) {
  const { t } = useTranslation()
  const render = useRenderSentence()
  const code = signal !== null ? t('processes.signal', { signal }) : exit_code !== null && t('processes.exitCode', { code: exit_code })
  return (
    <span className={exit_code === 0 ? '' : 'text-high'}>
      {[how_ended === null ? t('processes.ended') : render(how_ended, how_ended_form), code].filter(Boolean).join(' · ')}
      {ended_at !== null && (
        <>
          {' · '}
          <Moment at={ended_at} />
        </>
      )}
    </span>
  )
}

function EndedOutput({ toolId, name }: { readonly toolId: string; readonly name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-sm text-muted">{t('processes.lastOutput')}</summary>
      {isOpen && <OutputTail toolId={toolId} name={name} />}
    </details>
  )
}
