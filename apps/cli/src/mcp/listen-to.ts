// Listens to the server's notifications, and reconnects after every cut.
import { createBackoff, pause } from '@countersign/client'
import type { McpSession } from './mcp-session.ts'

export async function listenTo(session: McpSession, send: (message: object) => void, signal: AbortSignal): Promise<void> {
  const backoff = createBackoff()
  while (!signal.aborted) {
    try {
      const told = session.listen(signal)
      for (let next = await told.next(); ; next = await told.next()) {
        if (next.done && !next.value) return
        if (next.done) break
        backoff.reset()
        send(next.value)
      }
    } catch (error) {
      if (signal.aborted) return
      process.stderr.write(`countersign mcp: ${(error as Error).message}\n`)
    }
    await pause(backoff.next(), signal)
  }
}
