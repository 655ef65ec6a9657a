// An approved change that was not written because the person had typed in the same lines: the person is told, compares both, and chooses.
import { createClient } from '@countersign/client'
import * as vscode from 'vscode'
import { type Asked, findWaiting } from '../approvals/answer.ts'
import { filesOf } from '../approvals/preview-documents.ts'
import type { Log } from '../log/log.ts'
import { followChanges } from '../marks/follow-changes.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { offerWarning, sayError } from '../words/say.ts'
import type { ApprovedFile, ApprovedTexts } from './approved-texts.ts'

const { t } = vscode.l10n

type Execution = Awaited<ReturnType<FolderProject['client']['getRecord']>>['execution']

export interface ConflictPorts {
  readonly texts: ApprovedTexts
  readonly log: Log
  /** Opens an approval where it can be answered. */
  readonly show: (asked: Asked) => Promise<void>
}

interface Conflict {
  readonly project: FolderProject
  readonly execution: Execution
  readonly approvalId: string
  /** Those that are not as they were shown. */
  readonly files: readonly ApprovedFile[]
  /** Its parameters are known as they were sent: nothing in them is masked. */
  readonly isRepeatable: boolean
}

export function followConflicts(project: FolderProject, ports: ConflictPorts): vscode.Disposable {
  const onEnded = (id: string) =>
    void tell(project, id, ports).catch((error: unknown) => ports.log.warn({ error: String(error) }, 'a conflict could not be shown'))
  return vscode.Disposable.from(ports.texts.follow(project), followChanges(project, { onEnded }))
}

async function tell(project: FolderProject, callId: string, ports: ConflictPorts): Promise<void> {
  const { approval, execution } = await project.client.getRecord({ params: { p: project.projectId, id: callId } })
  if (execution.error_code !== 'FILE_CHANGED' || approval?.status !== 'approved') return
  ports.log.warn({ approval: approval.id, tool: execution.tool_name }, 'what was approved was not written: the file changed since')
  const files = await changedOf(await ports.texts.of(approval.id))
  if (files.length > 0)
    await choose({ project, execution, approvalId: approval.id, files, isRepeatable: approval.masked.length === 0 }, ports)
}

async function choose(conflict: Conflict, ports: ConflictPorts): Promise<void> {
  const paths = conflict.files.map(({ path }) => path).join(', ')
  const [compare, again, keep] = [t('Compare'), t('Ask Again'), t('Keep Mine')]
  const said = t('{0} changed since you approved: nothing was written, and the agent was told.', paths)
  const offered = conflict.isRepeatable ? [compare, again, keep] : [compare, keep]
  let chosen = await offerWarning(said, ...offered)
  while (chosen === compare) {
    await showBoth(conflict, ports.texts)
    chosen = await offerWarning(said, ...offered)
  }
  await vscode.window.tabGroups.close(comparisonsOf(conflict, ports.texts))
  if (chosen === again) await askAgain(conflict, ports)
}

/** The person's own text on the right, where it can be edited and parts of what was approved can be taken over. */
async function showBoth({ approvalId, files }: Conflict, texts: ApprovedTexts): Promise<void> {
  for (const file of files) {
    const title = t('{0} (approved ↔ yours)', file.path)
    await vscode.commands.executeCommand('vscode.diff', texts.documentOf(approvalId, file), file.uri, title, { preview: false })
  }
}

function comparisonsOf({ approvalId, files }: Conflict, texts: ApprovedTexts): vscode.Tab[] {
  const shown = new Set(files.map((file) => texts.documentOf(approvalId, file).toString()))
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && shown.has(input.original.toString()))
}

/** As an agent, so that it is judged and shown on the text as it is now. Where the agent asks by itself already, that is shown. */
async function askAgain({ project, execution, files }: Conflict, { show }: ConflictPorts): Promise<void> {
  const paths = new Set(files.map(({ path }) => path))
  const waiting = findWaiting(project, ({ preview }) => filesOf(preview).some(({ path }) => paths.has(path)))
  if (waiting) return show(waiting)
  const { tool_name, tool_params } = execution
  const agent = createClient({ url: project.url, token: project.agentToken })
  const { error } = await agent.execute({ body: { tool_name, tool_params, project_id: project.projectId, wait_seconds: 0 } })
  if (error) sayError(error)
}

async function changedOf(files: readonly ApprovedFile[]): Promise<ApprovedFile[]> {
  const texts = await Promise.all(files.map(async ({ uri }) => (await vscode.workspace.openTextDocument(uri)).getText()))
  return files.filter(({ before }, index) => texts[index] !== before)
}
