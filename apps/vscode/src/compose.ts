// Composes the extension: each part is made here and handed to those who need it.
import * as vscode from 'vscode'
import { type Account, openAccount } from './account/account.ts'
import { openCredentials } from './account/credentials.ts'
import { askForAccess, endAccess, runSignIn } from './account/sign-in-command.ts'
import { type Asked, answerQuestion, approve, reject } from './approvals/answer.ts'
import { showDiff } from './approvals/diff-editor.ts'
import { notifyOfApprovals } from './approvals/notifications.ts'
import { openPreviewDocuments } from './approvals/preview-documents.ts'
import { openReviews } from './approvals/review.ts'
import { answerShownDiffs, closeSettledDiffs, isAnsweredInDiff } from './approvals/shown-diff.ts'
import { createHandler, registerChat } from './chat/participant.ts'
import { registerTools } from './chat/tools.ts'
import { registerCommands } from './commands/register-commands.ts'
import { type Log, openLog } from './log/log.ts'
import { openChangeMarks } from './marks/change-marks.ts'
import { createOutputs } from './output/outputs.ts'
import { createApprovalPanels } from './panel/approval-panel.ts'
import { registerChatView } from './panel/chat-view.ts'
import { type FolderProject, openFolderProject } from './projects/folder-project.ts'
import { openProjects, type Projects } from './projects/projects.ts'
import { startHostRunner } from './runner/host-runner.ts'
import { createStartHere } from './server/start-here.ts'
import { settings } from './settings/settings.ts'
import { openStatusBar } from './status/status-bar.ts'
import { type GrantRow, openViews, type ProcessRow, type WaitingRow } from './views/views.ts'
import { loadWords } from './words/words.ts'

export interface Extension extends AsyncDisposable {
  readonly account: Account
  readonly projects: Projects
  /** What answers `@countersign` in the chat. */
  readonly chat: vscode.ChatRequestHandler
}

export async function composeExtension(context: vscode.ExtensionContext): Promise<Extension> {
  const log = openLog()
  const words = await loadWords()
  const account = openAccount({ credentials: openCredentials(context.secrets), log, askForAccess, endAccess })
  const projects = openProjects({ account, log, open: (options) => openProject(context, log, options) })
  const documents = openPreviewDocuments()
  const reviews = openReviews()
  const outputs = createOutputs(log)
  const marks = openChangeMarks(vscode.Uri.joinPath(context.extensionUri, 'media', 'mark.svg'), log)
  const showDiffOf = async (asked: Asked) => {
    if (asked.waiting.preview?.kind === 'review') reviews.begin(asked)
    return showDiff(asked, documents)
  }
  const actions = {
    log,
    page: vscode.Uri.joinPath(context.extensionUri, 'webview'),
    showDiff: (project: FolderProject, id: string) => void showDiffById(project, id, showDiffOf),
    signOut: () => void account.signOut(),
  }
  const panels = createApprovalPanels(actions)
  /** Both, with that on top in which it can be answered. */
  const show = async (asked: Asked) => {
    const isBehind = isAnsweredInDiff(asked)
    if (isBehind) panels.prepare(asked.project, asked.waiting.id)
    await showDiffOf(asked)
    if (!isBehind) panels.show(asked.project, asked.waiting.id)
  }
  const chat = createHandler(projects, log)
  const diffs = answerShownDiffs(projects, ({ project, waiting }) => panels.show(project, waiting.id))
  const startHere = createStartHere({ context, account, log, signIn: () => runSignIn(account) })
  const parts = vscode.Disposable.from(
    vscode.window.registerTreeDataProvider('countersign.welcome', { getChildren: () => [], getTreeItem: (item: vscode.TreeItem) => item }),
    openStatusBar(account, projects),
    registerChatView(projects, actions),
    openViews(projects, words),
    projects.attach((project) =>
      vscode.Disposable.from(
        notifyOfApprovals(project, { words, show }),
        closeSettledDiffs(project),
        panels.follow(project),
        outputs.follow(project),
        marks.follow(project),
      ),
    ),
    registerChat(chat),
    registerTools(projects),
    followAccount(account),
    registerCommands({
      signIn: () => runSignIn(account),
      signOut: () => account.signOut(),
      startHere: startHere.start,
      stopHere: startHere.stop,
      showLog: () => log.show(),
      showWaiting: () => showWaiting(projects, panels.show),
      showApproval: (row: WaitingRow) => show(row.value),
      showDiff: (row: WaitingRow) => showDiffOf(row.value),
      approveDiff: diffs.approve,
      rejectDiff: diffs.reject,
      approve: (row: WaitingRow) => approve(row.value),
      reject: (row: WaitingRow) => reject(row.value),
      answerQuestion: (row: WaitingRow) => answerQuestion(row.value),
      revokeGrant: ({ value: { project, id } }: GrantRow) => project.client.revokeGrant({ params: { p: project.projectId, g: id } }),
      stopProcess: (row: ProcessRow) => stopProcess(row),
      showOutput: ({ value: { project, id } }: ProcessRow) => outputs.show(project, id),
    }),
    marks,
    reviews,
    documents,
    panels,
    account,
    log,
  )
  log.info({ version: String(context.extension.packageJSON.version), node: process.versions.node }, 'the extension is active')
  return {
    account,
    projects,
    chat,
    async [Symbol.asyncDispose]() {
      await projects[Symbol.asyncDispose]()
      await startHere[Symbol.asyncDispose]()
      parts.dispose()
    },
  }
}

type OpenOptions = Parameters<Parameters<typeof openProjects>[0]['open']>[0]

const openProject = (context: vscode.ExtensionContext, log: Log, options: OpenOptions): Promise<FolderProject> =>
  openFolderProject({
    ...options,
    log,
    startRunner: async (project) => (settings.runTools() ? startHostRunner({ context, log, ...options, ...project }) : undefined),
  })

/** The person's own call: it waits for the end, and is recorded like any other. */
async function stopProcess({ value: { project, name } }: ProcessRow): Promise<void> {
  const body = { tool_name: 'kill_process', tool_params: { process_id: name }, project_id: project.projectId }
  const { error } = await project.client.execute({ body })
  if (error) throw new Error(error)
}

async function showDiffById(project: FolderProject, id: string, show: (asked: Asked) => Promise<unknown>): Promise<void> {
  const waiting = project.mirror.store.getState().waiting.get(id)
  if (waiting) await show({ project, waiting })
}

/** Which views are shown depends on it. */
function followAccount(account: Account): vscode.Disposable {
  const tell = () => void vscode.commands.executeCommand('setContext', 'countersign.account', account.state().kind)
  tell()
  return account.onChange(tell)
}

function showWaiting(projects: Projects, show: (project: FolderProject) => void): void {
  const open = projects.list()
  const asking = open.find(({ mirror }) => mirror.store.getState().waiting.size > 0) ?? open[0]
  if (asking) show(asking)
  else void vscode.commands.executeCommand('countersign.panel.focus')
}
