// One MCP session over streamable HTTP, as plain messages: what is posted, what comes back, and the id that the server gave.
import { createParser } from 'eventsource-parser'

export interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: { readonly requestId?: unknown }
  readonly result?: { readonly protocolVersion?: unknown }
}

export interface McpSession {
  /** What the server sends in reply, until it has no more to say. Throws where it refused or gave no answer. */
  post(message: Message): AsyncGenerator<Message>
  /** What the server tells unasked, while the connection lasts; false where there is nothing to hear. */
  listen(signal: AbortSignal): AsyncGenerator<Message, boolean>
  end(): Promise<void>
}

const GOODBYE_MILLISECONDS = 2_000

export function openMcpSession(address: string, token: string): McpSession {
  let sessionId: string | undefined
  let protocolVersion: string | undefined

  const headers = (more: Record<string, string>) => ({
    authorization: `Bearer ${token}`,
    ...(sessionId && { 'mcp-session-id': sessionId }),
    ...(protocolVersion && { 'mcp-protocol-version': protocolVersion }),
    ...more,
  })

  const learn = (message: Message): void => {
    const version = message.result?.protocolVersion
    if (typeof version === 'string') protocolVersion ??= version
  }

  return {
    async *post(message) {
      const accept = 'application/json, text/event-stream'
      const request = { method: 'POST', body: JSON.stringify(message), headers: headers({ accept, 'content-type': 'application/json' }) }
      const response = await reach(address, request)
      if (!response.ok) throw new Error(await refusalIn(response))
      sessionId ??= response.headers.get('mcp-session-id') ?? undefined
      for await (const answer of messagesIn(response)) {
        if (message.method === 'initialize') learn(answer)
        yield answer
      }
    },
    async *listen(signal) {
      const response = await reach(address, { headers: headers({ accept: 'text/event-stream' }), signal })
      if (!response.ok) {
        await response.body?.cancel()
        return false
      }
      yield* messagesIn(response)
      return true
    },
    end: async () => {
      if (!sessionId) return
      const request = { method: 'DELETE', headers: headers({}), signal: AbortSignal.timeout(GOODBYE_MILLISECONDS) }
      // Where nobody answers, the session ends by its silence.
      await reach(address, request).catch((error: Error) => process.stderr.write(`countersign mcp: ${error.message}\n`))
    },
  }
}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...request, redirect: 'error' })
  } catch (cause) {
    throw new Error(`No answer from ${new URL(address).origin}: is the server running? (countersign serve --workspace DIR)`, { cause })
  }
}

async function* messagesIn(response: Response): AsyncGenerator<Message> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    if (text) yield JSON.parse(text) as Message
    return
  }
  const found: Message[] = []
  const parser = createParser({ onEvent: ({ data }) => void (data && found.push(JSON.parse(data) as Message)) })
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    parser.feed(chunk)
    yield* found.splice(0)
  }
}

/** Our own errors and those of JSON-RPC both have a sentence. */
async function refusalIn(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as { error?: string | { message?: string } }
    return (typeof error === 'string' ? error : error?.message) ?? `The server answered ${response.status}`
  } catch {
    return `The server answered ${response.status}`
  }
}
