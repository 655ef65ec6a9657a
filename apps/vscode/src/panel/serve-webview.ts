// The host's end of the bridge: carries the requests of one webview to the server with the operator's token, and does in the editor what
// the page asks for.
import { parseToHost, type Received, type ToHost, type ToWebview } from '@countersign/ui/bridge'
import * as vscode from 'vscode'
import type { Log } from '../log/log.ts'
import { isAllowed } from './allowed-routes.ts'

type Message<Type extends ToHost['type']> = Received<ToHost, Type>
type Outgoing = Message<'REQUEST'> | Message<'OPEN_STREAM'>

/** Headers that the page sets itself; the host adds the credential. */
const FROM_PAGE = new Set(['accept', 'content-type', 'last-event-id'])
const TO_PAGE = ['date', 'content-type', 'retry-after', 'content-disposition']

export interface WebviewPorts {
  readonly url: string
  readonly token: () => string
  readonly projectId: string
  readonly log: Log
  readonly onReady: () => void
  readonly onExecuteTool: (call: Message<'EXECUTE_TOOL'>) => Promise<Omit<Received<ToWebview, 'TOOL_RESULT'>, 'type' | 'id'>>
  readonly onShowDiff: (approvalId: string) => void
  readonly onOpenFile: (file: Message<'OPEN_FILE'>) => void
  readonly onSignOut: () => void
}

export function serveWebview(webview: vscode.Webview, ports: WebviewPorts): vscode.Disposable {
  const running = new Map<number, AbortController>()
  const send = (message: ToWebview) => void webview.postMessage(message)
  const during = async (id: number, run: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const stop = new AbortController()
    running.set(id, stop)
    try {
      await run(stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) send({ type: 'BROKEN', id, message: error instanceof Error ? error.message : String(error) })
    } finally {
      running.delete(id)
    }
  }
  const receive = (message: ToHost): void => {
    if (message.type === 'READY') ports.onReady()
    if (message.type === 'REQUEST') void during(message.id, (signal) => answer(ports, message, signal, send))
    if (message.type === 'OPEN_STREAM') void during(message.id, (signal) => stream(ports, message, signal, send))
    if (message.type === 'CANCEL') running.get(message.id)?.abort()
    if (message.type === 'EXECUTE_TOOL')
      void ports.onExecuteTool(message).then((result) => send({ type: 'TOOL_RESULT', id: message.id, ...result }))
    if (message.type === 'SHOW_DIFF') ports.onShowDiff(message.approval_id)
    if (message.type === 'OPEN_FILE') ports.onOpenFile(message)
    if (message.type === 'SIGN_OUT') ports.onSignOut()
  }
  const listening = webview.onDidReceiveMessage((value: unknown) => {
    const message = parseToHost(value)
    if (message) receive(message)
    else ports.log.warn({}, 'a message of the webview is not in the table and is dropped')
  })
  return vscode.Disposable.from(listening, {
    dispose: () => {
      for (const stop of running.values()) stop.abort()
    },
  })
}

async function answer(
  ports: WebviewPorts,
  message: Message<'REQUEST'>,
  signal: AbortSignal,
  send: (message: ToWebview) => void,
): Promise<void> {
  const limit = message.timeout_ms === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(message.timeout_ms)])
  const reply = await request(ports, message, limit)
  const body = new Uint8Array(await reply.arrayBuffer())
  send({ type: 'REPLY', id: message.id, ...headOf(reply), body })
}

async function stream(
  ports: WebviewPorts,
  message: Message<'OPEN_STREAM'>,
  signal: AbortSignal,
  send: (message: ToWebview) => void,
): Promise<void> {
  const { id } = message
  const reply = await request(ports, message, signal)
  send({ type: 'STREAM', id, ...headOf(reply) })
  for await (const bytes of reply.body ?? []) send({ type: 'CHUNK', id, bytes })
  send({ type: 'END', id })
}

async function request({ url, token, projectId }: WebviewPorts, message: Outgoing, signal: AbortSignal): Promise<Response> {
  const { method, path } = message
  if (!isAllowed({ method, path, isStream: message.type === 'OPEN_STREAM' }, projectId))
    throw new Error(`The page may not ask for ${method} ${path}`)
  const headers = Object.fromEntries(Object.entries(message.headers).filter(([name]) => FROM_PAGE.has(name.toLowerCase())))
  const body = message.type === 'REQUEST' && message.body !== undefined ? { body: message.body as Uint8Array<ArrayBuffer> } : {}
  return fetch(`${url}${path}`, { method, headers: { ...headers, authorization: `Bearer ${token()}` }, redirect: 'error', signal, ...body })
}

const headOf = ({ status, headers }: Response) => ({
  status,
  headers: Object.fromEntries(TO_PAGE.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : []))),
})
