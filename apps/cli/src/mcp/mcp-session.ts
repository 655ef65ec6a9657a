// One MCP session over streamable HTTP, as plain messages: posts, replies, and the session id. A
// cut stream is resumed where it was.
import type { Message } from './message.ts'
import { type Heard, messagesIn } from './message-stream.ts'
import { reach, refusalIn } from './reach-server.ts'
import { CUT, untilAnswered } from './until-answered.ts'

export interface McpSession {
  /** The server's messages in reply, until it has no more. Throws if it refused or did not answer. */
  post(message: Message): AsyncGenerator<Message>
  /** The server's own notifications while the connection lasts; false if it offers none. */
  listen(signal: AbortSignal): AsyncGenerator<Message, boolean>
  end(): Promise<void>
}

const GOODBYE_MILLISECONDS = 2_000
const CONFLICT = 409

export function openMcpSession(address: string, token: () => string): McpSession {
  let sessionId: string | undefined
  let protocolVersion: string | undefined
  let hasEnded = false
  const unasked: Heard = {}

  const headers = (more: Record<string, string>) => ({
    authorization: `Bearer ${token()}`,
    ...(sessionId && { 'mcp-session-id': sessionId }),
    ...(protocolVersion && { 'mcp-protocol-version': protocolVersion }),
    ...more,
  })

  const learn = (message: Message): void => {
    const version = message.result?.protocolVersion
    if (typeof version === 'string') protocolVersion ??= version
  }

  /** Continues where the stream was cut; a restarted server does not know it. */
  const resume = async ({ lastEventId }: Heard): Promise<Response | undefined> => {
    if (lastEventId === undefined || hasEnded) throw new Error(CUT)
    const more = { accept: 'text/event-stream', 'last-event-id': lastEventId }
    const response = await reach(address, { headers: headers(more) }).catch(() => undefined)
    if (!response || response.ok) return response
    await response.body?.cancel()
    // The server may not have noticed the cut yet.
    if (response.status === CONFLICT) return undefined
    throw new Error(CUT)
  }

  return {
    async *post(message) {
      const accept = 'application/json, text/event-stream'
      const request = { method: 'POST', body: JSON.stringify(message), headers: headers({ accept, 'content-type': 'application/json' }) }
      const response = await reach(address, request)
      if (!response.ok) throw new Error(await refusalIn(response))
      sessionId ??= response.headers.get('mcp-session-id') ?? undefined
      for await (const answer of untilAnswered(message, response, resume)) {
        if (message.method === 'initialize') learn(answer)
        yield answer
      }
    },
    async *listen(signal) {
      const { lastEventId } = unasked
      const more = { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) }
      const response = await reach(address, { headers: headers(more), signal })
      if (!response.ok) {
        await response.body?.cancel()
        unasked.lastEventId = undefined
        return lastEventId !== undefined || response.status === CONFLICT
      }
      yield* messagesIn(response, unasked)
      return true
    },
    end: async () => {
      hasEnded = true
      if (!sessionId) return
      const request = { method: 'DELETE', headers: headers({}), signal: AbortSignal.timeout(GOODBYE_MILLISECONDS) }
      // If the server does not answer, the session expires.
      await reach(address, request).catch((error: Error) => process.stderr.write(`countersign mcp: ${error.message}\n`))
    },
  }
}
