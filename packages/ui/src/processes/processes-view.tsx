// What is running on the person's machine now, and how the last processes ended.
import type { ExecutionView, ProcessView } from '@countersign/protocol'
import { PlugZap, SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMirror, useProject } from '../connection/project-context.ts'
import { EmptyState } from '../shared/controls/empty-state.tsx'
import { Problem } from '../shared/controls/problem.tsx'
import { ViewHeader } from '../shared/controls/view-header.tsx'
import { useFetched } from '../shared/hooks/use-fetched.ts'
import { ProcessCard } from './process-card.tsx'
import { RunningCall } from './running-call.tsx'

/** No event reports that a process ended by itself, so the list is polled. */
const LOOK_AGAIN_MILLISECONDS = 2_000

/** Tools that run long enough to be stopped. */
const COMMANDS: readonly string[] = ['execute_command', 'run_command']

export function ProcessesView() {
  const { t } = useTranslation()
  const { data, error, reload } = useRunning()
  return (
    <section className="min-h-0 flex-1 overflow-auto p-4">
      <div className="mx-auto flex max-w-4xl flex-col gap-4">
        <ViewHeader title={t('app.views.processes')} hint={t('processes.hint')} />
        {error && <Problem error={error} onRetry={reload} />}
        {data && !data.isRunnerOnline && <RunnerAway />}
        {!data && !error && <p className="text-muted">{t('app.loading')}</p>}
        {data && <Lists {...data} onStopped={reload} />}
      </div>
    </section>
  )
}

interface Running {
  readonly isRunnerOnline: boolean
  readonly processes: readonly ProcessView[]
  readonly calls: readonly ExecutionView[]
}

function useRunning() {
  const { client, projectId: p } = useProject()
  const news = useMirror((state) => state.news.calls + state.news.runner)
  const read = async (signal: AbortSignal): Promise<Running> => {
    const [{ runner_online, processes }, { executions }] = await Promise.all([
      client.listProcesses({ params: { p }, signal }),
      client.history({ query: { project_id: p, status: 'executing', limit: 50 }, signal }),
    ])
    return { isRunnerOnline: runner_online, processes, calls: executions.filter(({ tool_name }) => COMMANDS.includes(tool_name)) }
  }
  return useFetched({ read, key: p, news, everyMilliseconds: LOOK_AGAIN_MILLISECONDS })
}

function Lists({ isRunnerOnline, processes, calls, onStopped }: Running & { readonly onStopped: () => void }) {
  const { t } = useTranslation()
  const card = (process: ProcessView) => (
    <ProcessCard key={process.tool_id} process={process} isRunnerOnline={isRunnerOnline} onStopped={onStopped} />
  )
  const running = processes.filter((process) => process.running)
  const ended = processes.filter((process) => !process.running).toReversed()
  return (
    <>
      {running.length + calls.length === 0 && (
        <EmptyState Icon={SquareTerminal} title={t('processes.none')} hint={t('processes.noneHint')} />
      )}
      <List label={t('processes.now')}>
        {[...calls.map((call) => <RunningCall key={call.tool_id} call={call} />), ...running.map(card)]}
      </List>
      <List label={t('processes.last')}>{ended.map(card)}</List>
    </>
  )
}

function List({ label, children }: { readonly label: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section aria-label={label} className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">{label}</h2>
      {children}
    </section>
  )
}

function RunnerAway() {
  const { t } = useTranslation()
  return (
    <p role="status" className="flex items-center gap-2 rounded-md bg-medium-soft px-3 py-2 text-sm text-medium">
      <PlugZap size={16} className="shrink-0" aria-hidden />
      {t('processes.runnerAway')}
    </p>
  )
}
