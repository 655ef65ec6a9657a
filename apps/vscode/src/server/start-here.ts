// The command "Start here": runs the server that the extension carries, signs this window in to it, and starts it again with the window.
import { createClient } from '@countersign/client'
import * as vscode from 'vscode'
import type { Account } from '../account/account.ts'
import { findLocalServer } from '../account/find-local-server.ts'
import type { Log } from '../log/log.ts'
import { choosePort } from './choose-port.ts'
import { carriesServer, type StartedServer, startServer } from './start-server.ts'

const { t } = vscode.l10n
const STARTS_HERE = 'countersign.startsHere'
const LAST_PORT = 'countersign.lastPort'
/** Of `countersign serve`. */
const USUAL_PORT = 4870

export interface StartHere extends AsyncDisposable {
  start(): Promise<void>
  stop(): Promise<void>
}

export interface StartHerePorts {
  readonly context: vscode.ExtensionContext
  readonly account: Account
  readonly log: Log
  /** For a server that runs already: the ordinary way, by a code. */
  readonly signIn: () => Promise<unknown>
}

export function createStartHere({ context, account, log, signIn }: StartHerePorts): StartHere {
  let server: StartedServer | undefined
  const launch = async (): Promise<StartedServer> => {
    const folder = vscode.workspace.workspaceFolders?.[0]
    if (!folder) throw new Error(t('Open a folder first: tools work in one folder.'))
    const port = await choosePort(context.globalState.get(LAST_PORT, USUAL_PORT))
    const started = await startServer({ extension: context.extensionUri, workspace: folder.uri.fsPath, port }, log)
    await context.globalState.update(LAST_PORT, Number(new URL(started.url).port))
    log.info({ url: started.url }, 'the server is started')
    server = started
    void started.ended.then(() => {
      if (server === started) server = undefined
    })
    return started
  }
  const start = async (): Promise<void> => {
    if (!server && (await findLocalServer())) return void (await signIn())
    const { url, operatorToken } = server ?? (await launch())
    await context.globalState.update(STARTS_HERE, true)
    const state = account.state()
    if (state.kind === 'signed-in' && state.url === url) return
    const person = createClient({ url, token: operatorToken })
    const confirm = (user_code: string) =>
      void person
        .allowDevice({ body: { user_code } })
        .catch((error: unknown) => log.error({ error: String(error) }, 'the code could not be confirmed'))
    await account.signIn(url, confirm)
  }
  const stop = async (): Promise<void> => {
    const running = server
    server = undefined
    await running?.[Symbol.asyncDispose]()
  }
  /** A window that comes back finds its server gone with the old one. */
  const startAgain = async (): Promise<void> => {
    if (!context.globalState.get(STARTS_HERE, false) || !carriesServer(context.extensionUri)) return
    if (!(await findLocalServer())) await start()
  }
  void startAgain().catch((error: unknown) => log.warn({ error: String(error) }, 'the server could not be started again'))
  return {
    start: () =>
      vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: t('Starting Countersign') },
        start,
      ) as Promise<void>,
    async stop() {
      await context.globalState.update(STARTS_HERE, false)
      await stop()
    },
    [Symbol.asyncDispose]: stop,
  }
}
