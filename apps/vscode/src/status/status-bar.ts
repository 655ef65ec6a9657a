// The item of the status bar: the connection, and how many approvals wait.
import * as vscode from 'vscode'
import type { Account } from '../account/account.ts'
import { countWaiting, type Projects } from '../projects/projects.ts'
import type { ServerAway } from './server-away.ts'

interface Shown {
  readonly text: string
  readonly tooltip: string
  readonly command: string
  readonly isUrgent?: boolean
}

export function openStatusBar(account: Account, projects: Projects, server: ServerAway): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('countersign.status', vscode.StatusBarAlignment.Left, 0)
  item.name = 'Countersign'
  const show = () => {
    const { text, tooltip, command, isUrgent } = describe(account, projects, server)
    Object.assign(item, { text, tooltip, command })
    item.accessibilityInformation = { label: `Countersign: ${tooltip}` }
    item.backgroundColor = isUrgent ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined
  }
  show()
  item.show()
  return vscode.Disposable.from(item, account.onChange(show), projects.onChange(show), server.onChange(show))
}

function describe(account: Account, projects: Projects, server: ServerAway): Shown {
  const { t } = vscode.l10n
  const state = account.state()
  if (state.kind === 'asking')
    return {
      text: `$(key) ${state.code}`,
      tooltip: t('Confirm this code on the page or in the terminal of the server'),
      command: 'countersign.signIn',
    }
  if (state.kind !== 'signed-in')
    return { text: '$(shield) Countersign', tooltip: t('Not signed in. Click to sign in.'), command: 'countersign.signIn' }
  const away = server.url()
  if (away !== undefined)
    return {
      text: '$(debug-disconnect) Countersign',
      tooltip: t('No answer from {0}. Click to choose what to do.', away),
      command: 'countersign.serverAway',
    }
  const open = projects.list()
  const waiting = countWaiting(projects)
  if (open.length === 0 || open.some((project) => project.link() !== 'online'))
    return { text: '$(sync~spin) Countersign', tooltip: t('Connecting to {0}', state.url), command: 'countersign.showLog' }
  if (waiting > 0)
    return { text: `$(shield) ${waiting}`, tooltip: t('{0} waiting for you', waiting), command: 'countersign.showWaiting', isUrgent: true }
  return { text: '$(shield) Countersign', tooltip: t('Connected. Nothing waits for you.'), command: 'countersign.showWaiting' }
}
