// Composes the extension: each part is made here and handed to those who need it.
import * as vscode from 'vscode'
import { type Account, openAccount } from './account/account.ts'
import { openCredentials } from './account/credentials.ts'
import { askForAccess, endAccess, runSignIn, runSignInElsewhere } from './account/sign-in-command.ts'
import { notifyOfApprovals } from './approvals/notifications.ts'
import { createShowing, type Showing } from './approvals/showing.ts'
import { createHandler, registerChat } from './chat/participant.ts'
import { registerTools } from './chat/tools.ts'
import { commandsOf } from './commands/commands.ts'
import { registerCommands } from './commands/register-commands.ts'
import { openApprovedTexts } from './conflicts/approved-texts.ts'
import { followConflicts } from './conflicts/conflicts.ts'
import { type Log, openLog } from './log/log.ts'
import { openChangeMarks } from './marks/change-marks.ts'
import { createOutputs, type Outputs } from './output/outputs.ts'
import { registerChatView } from './panel/chat-view.ts'
import { type FolderProject, openFolderProject } from './projects/folder-project.ts'
import { openProjects, type Projects } from './projects/projects.ts'
import { startHostRunner } from './runner/host-runner.ts'
import { createStartHere } from './server/start-here.ts'
import { carriesServer } from './server/start-server.ts'
import { settings } from './settings/settings.ts'
import { type ServerAway, watchServer } from './status/server-away.ts'
import { openStatusBar } from './status/status-bar.ts'
import { openViews } from './views/views.ts'
import { loadWords, type Words } from './words/words.ts'

export interface Extension extends AsyncDisposable {
  readonly account: Account
  readonly projects: Projects
  /** What answers `@countersign` in the chat. */
  readonly chat: vscode.ChatRequestHandler
  readonly log: Pick<Log, 'lines'>
}

/** What most parts need. */
interface Base {
  readonly context: vscode.ExtensionContext
  readonly log: Log
  readonly words: Words
  readonly account: Account
  readonly projects: Projects
  readonly showing: Showing
  readonly outputs: Outputs
}

export async function composeExtension(context: vscode.ExtensionContext): Promise<Extension> {
  const log = openLog()
  const words = await loadWords()
  const account = openAccount({ credentials: openCredentials(context.secrets), log, askForAccess, endAccess })
  const projects = openProjects({ account, log, open: (options) => openProject(context, log, options) })
  const page = vscode.Uri.joinPath(context.extensionUri, 'webview')
  const showing = createShowing({ log, page, signOut: () => void account.signOut() })
  const base: Base = { context, log, words, account, projects, showing, outputs: createOutputs(log) }
  const startHere = createStartHere({ context, account, log, signIn: () => runSignIn(account) })
  const server = openServerWatch(base, startHere.start)
  const chat = createHandler(projects, log)
  const parts = vscode.Disposable.from(
    followEachProject(base),
    openWindowParts(base, server),
    registerChat(chat),
    registerCommands(commandsOf({ ...base, startHere, server })),
    ...[server, showing, account, log],
  )
  log.info({ version: String(context.extension.packageJSON.version), node: process.versions.node }, 'the extension is active')
  return { account, projects, chat, log, [Symbol.asyncDispose]: () => endAll([projects, startHere], parts) }
}

async function endAll(lives: readonly AsyncDisposable[], parts: vscode.Disposable): Promise<void> {
  for (const life of lives) await life[Symbol.asyncDispose]()
  parts.dispose()
}

const openServerWatch = ({ context, account, projects, log }: Base, start: () => Promise<void>): ServerAway =>
  watchServer({
    account,
    projects,
    log,
    startHere: carriesServer(context.extensionUri) ? start : undefined,
    signInElsewhere: () => runSignInElsewhere(account),
  })

/** Parts that hang on one project, and end with it. */
function followEachProject({ context, projects, log, words, showing, outputs }: Base): vscode.Disposable {
  const marks = openChangeMarks(vscode.Uri.joinPath(context.extensionUri, 'media', 'mark.svg'), log)
  const texts = openApprovedTexts(log)
  const { show } = showing
  const attached = projects.attach((project) =>
    vscode.Disposable.from(
      notifyOfApprovals(project, { words, log, show }),
      followConflicts(project, { texts, log, show }),
      showing.follow(project),
      outputs.follow(project),
      marks.follow(project),
    ),
  )
  return vscode.Disposable.from(attached, marks, texts)
}

/** Parts that the window has once. */
const openWindowParts = ({ account, projects, words, showing }: Base, server: ServerAway): vscode.Disposable =>
  vscode.Disposable.from(
    vscode.window.registerTreeDataProvider('countersign.welcome', { getChildren: () => [], getTreeItem: (item: vscode.TreeItem) => item }),
    openStatusBar(account, projects, server),
    registerChatView(projects, showing.actions),
    openViews(projects, words),
    registerTools(projects),
    followAccount(account),
  )

type OpenOptions = Parameters<Parameters<typeof openProjects>[0]['open']>[0]

const openProject = (context: vscode.ExtensionContext, log: Log, options: OpenOptions): Promise<FolderProject> =>
  openFolderProject({
    ...options,
    log,
    startRunner: async (project) => (settings.runTools() ? startHostRunner({ context, log, ...options, ...project }) : undefined),
  })

/** Which views are shown depends on it. */
function followAccount(account: Account): vscode.Disposable {
  const tell = () => void vscode.commands.executeCommand('setContext', 'countersign.account', account.state().kind)
  tell()
  return account.onChange(tell)
}
