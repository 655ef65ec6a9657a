// Who is signed in in this window: asking a server for access, holding the credential, renewing it, and noticing that it has ended.
import { keepToken, type StoredToken } from '@countersign/client'
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import type { CredentialStore, Credentials } from './credentials.ts'

export type AccountState =
  /** Not known yet: the secret storage is being read. */
  | { readonly kind: 'unknown' }
  /** `hasEnded`: the server no longer accepts the sign-in that was held. */
  | { readonly kind: 'signed-out'; readonly hasEnded: boolean }
  /** The person compares the code with the one that the page or the terminal of the server shows. */
  | { readonly kind: 'asking'; readonly url: string; readonly code: string }
  | { readonly kind: 'signed-in'; readonly url: string; readonly operator: () => string; readonly agent: () => string }

export type Access = Omit<Credentials, 'url'>

export interface AskedAccess {
  readonly url: string
  readonly onCode: (code: string) => void
  readonly signal: AbortSignal
}

export interface AccountPorts {
  readonly credentials: CredentialStore
  readonly log: Log
  /** Resolves when the person has confirmed the code. */
  readonly askForAccess: (asked: AskedAccess) => Promise<Access>
  /** Tells the server that these credentials are not used any more. */
  readonly endAccess: (credentials: Credentials) => Promise<unknown>
}

/** The credentials of this window, renewed while it is open. */
interface Held {
  readonly device: string
  readonly tokens: { readonly operator: StoredToken; readonly agent: StoredToken }
}

export interface Account extends vscode.Disposable {
  state(): AccountState
  readonly onChange: vscode.Event<AccountState>
  /** `onCode` gets the code as soon as there is one. Rejects with what the person is to be told. */
  signIn(url: string, onCode?: (code: string) => void): Promise<void>
  /** Ends a sign-in that waits for its code. */
  cancel(): void
  signOut(): Promise<void>
  /** The server refused the credential of this state: it is forgotten. */
  refused(state: AccountState): Promise<void>
}

const SAID = { unknown: 'starting', 'signed-out': 'not signed in', asking: 'asking for access', 'signed-in': 'signed in' } as const

export function openAccount({ credentials, log, askForAccess, endAccess }: AccountPorts): Account {
  const changes = new vscode.EventEmitter<AccountState>()
  let state: AccountState = { kind: 'unknown' }
  let held: Held | undefined
  let asking: AbortController | undefined

  const change = (next: AccountState) => {
    state = next
    log.info('url' in next ? { url: next.url } : {}, SAID[next.kind])
    changes.fire(next)
  }
  const hold = (found: Credentials) => {
    stopRenewing()
    const { url } = found
    let stored = found
    const keep = (name: 'operator_token' | 'agent_token') => {
      const onRenewed = (token: string) => {
        stored = { ...stored, [name]: token }
        credentials.write(stored).catch(reportLost)
      }
      return keepToken({ url, token: found[name], onRenewed })
    }
    const tokens = { operator: keep('operator_token'), agent: keep('agent_token') }
    const isRenewed = held?.device === found.device_id && state.kind === 'signed-in' && state.url === url
    held = { device: found.device_id, tokens }
    // Tokens that another window has renewed are taken over without opening anything anew.
    if (!isRenewed) change({ kind: 'signed-in', url, operator: () => current('operator'), agent: () => current('agent') })
  }
  const current = (name: 'operator' | 'agent'): string => held?.tokens[name].current() ?? ''
  const stopRenewing = () => {
    held?.tokens.operator.stop()
    held?.tokens.agent.stop()
  }
  const reportLost = (error: unknown) => log.warn({ error: String(error) }, 'the renewed sign-in could not be stored')
  const release = (hasEnded: boolean) => {
    stopRenewing()
    held = undefined
    if (state.kind !== 'signed-out' || state.hasEnded !== hasEnded) change({ kind: 'signed-out', hasEnded })
  }
  const read = async () => {
    const found = await credentials.read()
    if (!found) return state.kind === 'asking' ? undefined : release(state.kind === 'signed-out' && state.hasEnded)
    if (state.kind === 'signed-in' && state.url === found.url && state.operator() === found.operator_token) return
    hold(found)
  }
  const readSoon = () => void read().catch((error: unknown) => log.error({ error: String(error) }, 'the secret storage could not be read'))
  const watching = credentials.onChange(readSoon)
  readSoon()

  return {
    state: () => state,
    onChange: changes.event,
    async signIn(url, onShown) {
      asking?.abort()
      const attempt = new AbortController()
      asking = attempt
      try {
        const onCode = (code: string) => {
          change({ kind: 'asking', url, code })
          onShown?.(code)
        }
        const access = await askForAccess({ url, onCode, signal: attempt.signal })
        await credentials.write({ url, ...access })
        hold({ url, ...access })
      } catch (error) {
        // Whoever was signed in before still is.
        if (asking === attempt) {
          release(false)
          await read()
        }
        throw error
      }
    },
    cancel: () => asking?.abort(),
    async signOut() {
      const ended = await credentials.read()
      release(false)
      await credentials.forget()
      if (ended)
        await endAccess(ended).catch((error: unknown) => log.warn({ error: String(error) }, 'the server does not know of the sign-out'))
    },
    async refused(of) {
      if (of !== state) return
      release(true)
      await credentials.forget()
    },
    dispose() {
      asking?.abort()
      stopRenewing()
      watching.dispose()
      changes.dispose()
    },
  }
}
