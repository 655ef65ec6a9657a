// Tracks connections without any request so far. Browsers and other clients open them in advance; Node does not count them as
// idle, so a stopping server would wait for them.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface UnusedConnections {
  close(): void
}

export function trackUnusedConnections(server: Server): UnusedConnections {
  const unused = new Set<Socket>()
  let isClosing = false
  server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  server.on('upgrade', ({ socket }: IncomingMessage) => unused.delete(socket))
  return {
    close: () => {
      isClosing = true
      for (const socket of unused) socket.destroy()
    },
  }
}
