// The person's answers, sent with the operator's token. The same answer counts once, so one that got no reply can be sent again.
import { type Preview, type QuestionAnswer, SEND_INPUT } from '@countersign/protocol'
import type { Waiting } from '@countersign/ui/following'
import * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'
import { sayError } from '../words/say.ts'

const { t } = vscode.l10n

export interface Asked {
  readonly project: FolderProject
  readonly waiting: Waiting
}

export function findWaiting(project: FolderProject, isMeant: (waiting: Waiting) => boolean): Asked | undefined {
  const waiting = [...project.mirror.store.getState().waiting.values()].find(isMeant)
  return waiting && { project, waiting }
}

export async function approve({ project, waiting }: Asked): Promise<void> {
  const seen = waiting.unmasked_digest === undefined ? {} : { unmasked_digest: waiting.unmasked_digest }
  await tell(
    project.client.approve({ params: { p: project.projectId, a: waiting.id }, body: { decision: 'approved', scope: 'once', ...seen } }),
  )
}

/** Asks for a reason first; Escape gives no answer at all. */
export async function reject({ project, waiting }: Asked): Promise<void> {
  const prompt = t('The agent is told your reason. It may be empty.')
  const reason = await vscode.window.showInputBox({ title: t('Reject {0}', waiting.tool_name), prompt, ignoreFocusOut: true })
  if (reason === undefined) return
  const said = reason.trim() === '' ? {} : { reason: reason.trim() }
  await tell(project.client.reject({ params: { p: project.projectId, a: waiting.id }, body: said }))
}

/** A question of the agent as a quick pick. */
export async function answerQuestion({ project, waiting }: Asked): Promise<void> {
  if (waiting.preview?.kind === 'input') return answerProcess({ project, waiting }, waiting.preview)
  if (waiting.preview?.kind !== 'question') return
  const { message, actions } = waiting.preview
  const title = t('{0} asks', waiting.agent || t('The agent'))
  const chosen = await vscode.window.showQuickPick([...actions], { title, placeHolder: message, ignoreFocusOut: true })
  if (chosen !== undefined) await sendAnswer({ project, waiting }, { action: chosen, cover_high: false })
}

/** What a process waits for, as an input box; Escape leaves the question open. */
async function answerProcess(asked: Asked, { process_id, output, secret }: Extract<Preview, { kind: 'input' }>): Promise<void> {
  const title = t('{0} waits for input', process_id)
  const prompt = secret ? t('It is not shown, and never recorded.') : output.split('\n').at(-1)
  const text = await vscode.window.showInputBox({ title, ...(prompt && { prompt }), password: secret, ignoreFocusOut: true })
  if (text !== undefined) await sendAnswer(asked, { action: SEND_INPUT, text, cover_high: false })
}

export const sendAnswer = ({ project, waiting }: Asked, body: QuestionAnswer): Promise<void> =>
  tell(project.client.answerQuestion({ params: { p: project.projectId, q: waiting.id }, body }))

async function tell(sending: Promise<unknown>): Promise<void> {
  try {
    await sending
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    sayError(t('Your answer did not reach the server: {0}', message))
  }
}
