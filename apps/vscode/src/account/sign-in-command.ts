// The command "Sign In": finds the server, shows the code, and says how it ended.

import { hostname } from 'node:os'
import { createClient, RefusedRequest, ServerUnreachable, signIn } from '@countersign/client'
import * as vscode from 'vscode'
import { settings } from '../settings/settings.ts'
import { sayError } from '../words/say.ts'
import type { Account, AccountPorts } from './account.ts'
import { findLocalServer } from './find-local-server.ts'

const { t } = vscode.l10n

export const askForAccess: AccountPorts['askForAccess'] = async ({ url, onCode, signal }) => {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name)
  const name = `${vscode.env.appName} on ${hostname()}`.slice(0, 80)
  const { device_id, operator, agent } = await signIn({ url, name, folders, signal, onCode: ({ userCode }) => onCode(userCode) })
  return { device_id, operator_token: operator.token, agent_token: agent.token }
}

const END_MILLISECONDS = 3_000

export const endAccess: AccountPorts['endAccess'] = ({ url, device_id, operator_token }) =>
  createClient({ url, token: operator_token }).endDevice({ params: { d: device_id }, signal: AbortSignal.timeout(END_MILLISECONDS) })

/** Resolves to whether somebody is signed in afterwards. */
export async function runSignIn(account: Account): Promise<boolean> {
  const url = settings.serverUrl() || (await findLocalServer()) || (await askForUrl())
  return url ? signInAt(account, url) : false
}

/** At another server than the one that is known. */
export async function runSignInElsewhere(account: Account): Promise<boolean> {
  const url = await enterUrl()
  return url ? signInAt(account, url) : false
}

async function signInAt(account: Account, url: string): Promise<boolean> {
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title: t('Countersign at {0}', url) }
  return vscode.window.withProgress(options, async (progress, cancelled) => {
    const watching = account.onChange((state) => {
      if (state.kind === 'asking')
        progress.report({ message: t('confirm the code {0} on the page or in the terminal of the server.', state.code) })
    })
    cancelled.onCancellationRequested(() => account.cancel())
    try {
      await account.signIn(url)
      return true
    } catch (error) {
      if (!cancelled.isCancellationRequested) sayError(explain(error, url))
      return false
    } finally {
      watching.dispose()
    }
  })
}

async function askForUrl(): Promise<string | undefined> {
  const startHere = t('Start here')
  const otherServer = t('Enter an address')
  const answer = await vscode.window.showInformationMessage(
    t('No Countersign server runs on this machine.'),
    { detail: t('Start one in this window, or enter the address of another.') },
    startHere,
    otherServer,
  )
  if (answer === startHere) await vscode.commands.executeCommand('countersign.startHere')
  return answer === otherServer ? enterUrl() : undefined
}

async function enterUrl(): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    prompt: t('Address of the server'),
    placeHolder: 'http://127.0.0.1:4870',
    validateInput: checkUrl,
    ignoreFocusOut: true,
  })
  return typed?.trim().replace(/\/+$/, '')
}

const checkUrl = (text: string): string | undefined =>
  URL.canParse(text.trim()) && /^https?:/.test(text.trim()) ? undefined : t('An address begins with http:// or https://')

function explain(error: unknown, url: string): string {
  if (error instanceof ServerUnreachable) return t('No answer from {0}. Is the server running?', url)
  if (error instanceof RefusedRequest && error.code === 'APPROVAL_DENIED') return t('The request for access was refused.')
  if (error instanceof RefusedRequest && error.code === 'APPROVAL_TIMEOUT') return t('Nobody confirmed the code in time. Sign in again.')
  return error instanceof Error ? error.message : String(error)
}
