// A server that stays away: after a while the person is told which one it is, and what can be done.
import * as vscode from 'vscode'
import type { Account } from '../account/account.ts'
import type { Log } from '../log/log.ts'
import type { Projects } from '../projects/projects.ts'
import { offerWarning } from '../words/say.ts'

const { t } = vscode.l10n

/** Longer than a restart of the server takes. */
const PATIENCE_MILLISECONDS = 10_000

export interface ServerAway extends vscode.Disposable {
  /** Its address, once the person was told. */
  url(): string | undefined
  readonly onChange: vscode.Event<void>
  /** What can be done, as a notification. */
  choose(): Promise<void>
}

export interface ServerAwayPorts {
  readonly account: Account
  readonly projects: Projects
  readonly log: Log
  /** Undefined where the extension carries no server. */
  readonly startHere: (() => unknown) | undefined
  readonly signInElsewhere: () => unknown
}

export function watchServer(ports: ServerAwayPorts): ServerAway {
  const { account, projects, log } = ports
  const changes = new vscode.EventEmitter<void>()
  let timer: NodeJS.Timeout | undefined
  let away: string | undefined
  const choose = () => offerWays(ports, away ?? '')
  const set = (url: string | undefined) => {
    if (url === away) return
    away = url
    changes.fire()
    if (url === undefined) return
    log.warn({ url }, 'the server does not answer; trying again')
    void choose()
  }
  const look = () => {
    const url = unreachable(account, projects)
    if (url === undefined || (away !== undefined && away !== url)) {
      clearTimeout(timer)
      timer = undefined
      set(undefined)
    }
    if (url !== undefined) timer ??= setTimeout(() => set(url), PATIENCE_MILLISECONDS)
  }
  look()
  const watching = vscode.Disposable.from(changes, account.onChange(look), projects.onChange(look), { dispose: () => clearTimeout(timer) })
  return { url: () => away, onChange: changes.event, choose, dispose: () => watching.dispose() }
}

async function offerWays({ log, startHere, signInElsewhere }: ServerAwayPorts, url: string): Promise<void> {
  const [start, elsewhere, showLog] = [t('Start here'), t('Sign In Elsewhere'), t('Show Log')]
  const labels = [...(startHere ? [start] : []), elsewhere, showLog]
  const chosen = await offerWarning(t('No answer from {0}. Is the server running?', url), ...labels)
  if (chosen === start) await startHere?.()
  if (chosen === elsewhere) await signInElsewhere()
  if (chosen === showLog) log.show()
}

/** The address of the server that a signed-in window has no connection to. */
function unreachable(account: Account, projects: Projects): string | undefined {
  const state = account.state()
  const open = projects.list()
  const hasFolders = (vscode.workspace.workspaceFolders ?? []).length > 0
  const isConnected = open.length > 0 && open.every((project) => project.link() === 'online')
  return state.kind === 'signed-in' && hasFolders && !isConnected ? state.url : undefined
}
