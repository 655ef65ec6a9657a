// The three tree views: what waits for the person, processes that go on running, and grants.
import type { Waiting } from '@countersign/ui/following'
import * as vscode from 'vscode'
import type { Asked } from '../approvals/answer.ts'
import { oneLineOf } from '../approvals/one-line.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { countWaiting, type Projects } from '../projects/projects.ts'
import type { Words } from '../words/words.ts'
import { openTree, type Row } from './tree.ts'

const { t } = vscode.l10n

export type WaitingRow = Row<Asked>
export type GrantRow = Row<{ readonly project: FolderProject; readonly id: string }>
/** The call that started it, and what the agent calls it. */
export type ProcessRow = Row<{ readonly project: FolderProject; readonly id: string; readonly name: string }>

const ICONS = { LOW: 'info', MEDIUM: 'question', HIGH: 'warning' } as const

export function openViews(projects: Projects, words: Words): vscode.Disposable {
  const waiting = openTree({ id: 'countersign.waiting', load: () => listWaiting(projects, words), badge: () => badgeOf(projects) })
  const processes = openTree({ id: 'countersign.processes', load: () => listAll(projects, (project) => listProcesses(projects, project)) })
  const grants = openTree({ id: 'countersign.grants', load: () => listAll(projects, (project) => listGrants(projects, project, words)) })
  let seen = ''
  const refresh = () => {
    waiting.refresh()
    // Grants and processes are read from the server, so only when something of theirs has changed.
    const now = projects.list().map(newsOf).join('\n')
    if (now === seen) return
    seen = now
    processes.refresh()
    grants.refresh()
  }
  return vscode.Disposable.from(waiting, processes, grants, projects.onChange(refresh))
}

function newsOf({ projectId, mirror, link }: FolderProject): string {
  const { news } = mirror.store.getState()
  return `${projectId} ${news.grants} ${news.calls} ${news.runner} ${link()}`
}

const listWaiting = (projects: Projects, words: Words): WaitingRow[] =>
  projects.list().flatMap((project) =>
    [...project.mirror.store.getState().waiting.values()].map((waiting) => ({
      label: oneLineOf(waiting) ?? words(waiting.description, waiting.description_form),
      description: describe(projects, project, waiting.risk_level, waiting.agent),
      tooltip: waiting.reasons.map((reason, index) => words(reason, waiting.reasons_forms?.[index])).join('\n'),
      icon: waiting.kind === 'question' ? 'comment-discussion' : ICONS[waiting.risk_level],
      kind: kindOf(waiting),
      command: 'countersign.showApproval',
      value: { project, waiting },
    })),
  )

/** Only what its row shows completely can be approved there; the rest is opened first. */
const kindOf = (waiting: Waiting): string => (oneLineOf(waiting) === undefined ? waiting.kind : 'approval-in-one-line')

/** With the folder's name where the window has several. */
const describe = (projects: Projects, { folder }: FolderProject, ...words: readonly string[]): string =>
  [...(projects.list().length > 1 ? [folder.name] : []), ...words].filter(Boolean).join(' · ')

function badgeOf(projects: Projects): vscode.ViewBadge | undefined {
  const value = countWaiting(projects)
  return value > 0 ? { value, tooltip: t('{0} waiting for you', value) } : undefined
}

async function listAll<T>(projects: Projects, list: (project: FolderProject) => Promise<T[]>): Promise<T[]> {
  const online = projects.list().filter((project) => project.link() === 'online')
  return (await Promise.all(online.map(list))).flat()
}

async function listProcesses(projects: Projects, project: FolderProject): Promise<ProcessRow[]> {
  const { processes } = await project.client.listProcesses({ params: { p: project.projectId } })
  return processes.map(({ tool_id, process_id, command, running }) => ({
    label: process_id,
    description: describe(projects, project, running ? t('running') : t('ended'), command),
    icon: running ? 'play-circle' : 'circle-slash',
    kind: running ? 'process' : 'ended-process',
    command: 'countersign.showOutput',
    value: { project, id: tool_id, name: process_id },
  }))
}

async function listGrants(projects: Projects, project: FolderProject, words: Words): Promise<GrantRow[]> {
  const { grants } = await project.client.listGrants({ params: { p: project.projectId }, query: {} })
  return grants
    .filter(({ revoked_at, expires_at }) => revoked_at === null && (expires_at === null || Date.parse(expires_at) > project.clock.now()))
    .map(({ id, covers, covers_form, agent, matched }) => ({
      label: words(covers, covers_form),
      description: describe(projects, project, agent, t('used {0} times', matched)),
      icon: 'key',
      kind: 'grant',
      value: { project, id },
    }))
}
