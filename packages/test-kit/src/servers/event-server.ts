// A real server that keeps a log of events, replays after Last-Event-ID, and cuts its connections where a test says.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type EventType, isEventType } from '@countersign/protocol'
import { sampleEvent } from '../../../protocol/test/sample-event.ts'
import { startLoopbackServer } from './loopback-server.ts'

export interface EventServer extends AsyncDisposable {
  readonly url: string
  readonly requests: { url: string; headers: IncomingMessage['headers'] }[]
  /** For a known event, only the fields that the test is about; the others come from the sample. */
  append(type: EventType | 'tool.unknown', data: object): number
}

export interface EventServerOptions {
  /** How many bytes a connection may carry before it is cut; undefined: never cut. */
  readonly cutAfter?: () => number | undefined
  /** Answers instead of the stream. */
  readonly refuse?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** How the bytes of the log are split; one piece by default. */
  readonly split?: (bytes: Buffer) => Buffer[]
  /** Opens the stream and then sends nothing. */
  readonly mute?: (connection: number) => boolean
}

export async function startEventServer({ cutAfter, refuse, split, mute }: EventServerOptions = {}): Promise<EventServer> {
  const log: Buffer[] = []
  const open = new Set<() => void>()
  const requests: EventServer['requests'] = []
  let connections = 0
  const server = await startLoopbackServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    if (refuse?.(request, response)) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    if (mute?.(connections++)) return
    let next = Number(request.headers['last-event-id'] ?? 0)
    let left = cutAfter?.() ?? Number.POSITIVE_INFINITY
    const pump = () => {
      while (next < log.length && left > 0) {
        const bytes = (log[next++] as Buffer).subarray(0, Math.min(left, log[next - 1]?.length ?? 0))
        left -= bytes.length
        for (const piece of split?.(bytes) ?? [bytes]) response.write(piece)
      }
      if (left <= 0) setImmediate(() => response.destroy())
    }
    open.add(pump)
    response.on('close', () => open.delete(pump))
    pump()
  })
  return {
    ...server,
    requests,
    append(type, data) {
      const sent = isEventType(type) ? sampleEvent(type, data).data : data
      log.push(Buffer.from(`id: ${log.length + 1}\nevent: ${type}\ndata: ${JSON.stringify(sent)}\n\n`))
      for (const pump of open) pump()
      return log.length
    },
  }
}
