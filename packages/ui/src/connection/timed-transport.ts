// A transport that passes the date of each reply to the server clock.
import type { ReplyHead, Transport } from '@countersign/client'
import type { ServerClock } from './server-clock.ts'

export function timedTransport(transport: Transport, clock: ServerClock): Transport {
  const timed = async <Reply extends ReplyHead>(send: () => Promise<Reply>): Promise<Reply> => {
    const sentAt = Date.now()
    const reply = await send()
    clock.observe(reply.header('date'), sentAt, Date.now())
    return reply
  }
  return {
    request: (request) => timed(() => transport.request(request)),
    stream: (request) => timed(() => transport.stream(request)),
  }
}
