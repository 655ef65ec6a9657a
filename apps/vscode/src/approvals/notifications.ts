// A notification for each new approval: with Approve, Reject and Show for what fits in one line, with Show alone for the rest.
import type { Waiting } from '@countersign/ui/following'
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { settings } from '../settings/settings.ts'
import { offer } from '../words/say.ts'
import type { Words } from '../words/words.ts'
import { type Asked, answerQuestion, approve, reject } from './answer.ts'
import { oneLineOf } from './one-line.ts'

const { t } = vscode.l10n

export interface NotificationPorts {
  readonly words: Words
  readonly log: Log
  /** Opens the approval where all of it can be read. */
  readonly show: (asked: Asked) => Promise<void>
}

/** Notifies of what begins to wait in the project from now on, and of what waits already. */
export function notifyOfApprovals(project: FolderProject, ports: NotificationPorts): vscode.Disposable {
  const told = new Set<string>()
  const look = () => {
    const { waiting } = project.mirror.store.getState()
    for (const one of waiting.values()) {
      if (told.has(one.id)) continue
      told.add(one.id)
      ports.log.info({ approval: one.id, tool: one.tool_name, risk: one.risk_level, folder: project.folder.name }, 'an answer is needed')
      if (settings.notifications()) void notify({ project, waiting: one }, ports)
    }
    for (const id of told) {
      if (waiting.has(id)) continue
      told.delete(id)
      ports.log.info({ approval: id }, 'answered, expired or cancelled')
    }
  }
  look()
  return { dispose: project.mirror.store.subscribe(look) }
}

async function notify(asked: Asked, { words, show }: NotificationPorts): Promise<void> {
  const { waiting } = asked
  const actions = actionsFor(asked, show)
  const chosen = await offer(`Countersign: ${titleOf(waiting, words)}`, ...actions.map(({ label }) => label))
  // Answered elsewhere while the notification was open: there is nothing left to answer.
  if (!isWaiting(asked)) return
  actions.find(({ label }) => label === chosen)?.run()
}

function titleOf(waiting: Waiting, words: Words): string {
  const { agent, preview, risk_level, description, description_form } = waiting
  if (preview?.kind === 'input') return t('{0} waits for input', preview.process_id)
  if (preview?.kind === 'question') return t('{0} asks: “{1}”', agent || t('The agent'), firstWords(preview.message))
  return `${risk_level} · ${oneLineOf(waiting) ?? words(description, description_form)}`
}

const MAX_CHARACTERS = 120

/** Text of the agent: in one line, without characters that cannot be seen. */
function firstWords(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}

const isWaiting = ({ project, waiting }: Asked): boolean => project.mirror.store.getState().waiting.has(waiting.id)

/** As it is now: its text may have been fetched since. */
const current = ({ project, waiting }: Asked): Asked => ({
  project,
  waiting: (project.mirror.store.getState().waiting.get(waiting.id) as Waiting | undefined) ?? waiting,
})

interface Action {
  readonly label: string
  readonly run: () => void
}

function actionsFor(asked: Asked, show: NotificationPorts['show']): readonly Action[] {
  const showIt = { label: t('Show'), run: () => void show(current(asked)) }
  const kind = asked.waiting.preview?.kind
  if (kind === 'question' || kind === 'input') return [{ label: t('Answer'), run: () => void answerQuestion(current(asked)) }, showIt]
  if (oneLineOf(asked.waiting) === undefined) return [showIt]
  return [
    { label: t('Approve'), run: () => void approve(current(asked)) },
    { label: t('Reject'), run: () => void reject(current(asked)) },
    showIt,
  ]
}
