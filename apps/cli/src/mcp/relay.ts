// Relays MCP messages between standard input and the server's MCP address, without interpreting them. Every request
// gets an answer: if the server gives none, an error is sent from here.

import { LIMITS } from '@countersign/protocol'
import { readLines } from '@countersign/runner/read-lines'
import { listenTo } from './listen-to.ts'
import { type McpSession, openMcpSession } from './mcp-session.ts'
import { isRequest, type Message } from './message.ts'

export interface RelayOptions {
  readonly address: string
  readonly token: () => string
  readonly input: NodeJS.ReadableStream
  send(message: object): void
  readonly signal: AbortSignal
}

interface Wire {
  send(message: object): void
  /** Requests that the client cancelled: they get no answer. */
  readonly withdrawn: Set<unknown>
}

const PARSE_ERROR = -32700
const NOT_ANSWERED = -32000

/** Until the input ends or the signal aborts; then the session ends. */
export async function relayMcp({ address, token, input, send, signal }: RelayOptions): Promise<void> {
  const session = openMcpSession(address, token)
  const wire: Wire = { send, withdrawn: new Set() }
  signal.addEventListener('abort', () => void (input as NodeJS.ReadStream).destroy(), { once: true })
  const listening = new AbortController()
  let greeted: Promise<void> = Promise.resolve()
  try {
    for await (const line of readLines(input as AsyncIterable<Uint8Array>, LIMITS.maxFrameBytes)) {
      const message = 'text' in line ? parse(line.text) : undefined
      if (!message) {
        send({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'This line is no JSON-RPC message of at most 10 MB.' } })
        continue
      }
      // The server accepts nothing else before the session has an id.
      if (message.method === 'initialize') greeted = post(session, message, wire)
      else void greeted.then(() => post(session, message, wire))
      if (message.method === 'notifications/cancelled') wire.withdrawn.add(message.params?.requestId)
      if (message.method === 'notifications/initialized') void greeted.then(() => listenTo(session, send, listening.signal))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    listening.abort()
    await session.end()
  }
}

async function post(session: McpSession, message: Message, { send, withdrawn }: Wire): Promise<void> {
  try {
    for await (const answer of session.post(message)) send(answer)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    process.stderr.write(`countersign mcp: ${text}\n`)
    const isAwaited = isRequest(message) && !withdrawn.has(message.id)
    if (isAwaited) send({ jsonrpc: '2.0', id: message.id, error: { code: NOT_ANSWERED, message: text } })
  }
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
