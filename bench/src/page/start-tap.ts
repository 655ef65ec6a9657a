// A proxy between browser and server: forwards every byte, and records when the event that first names a call was sent to the browser. The
// page itself sees the bytes only when its script has time for them, so its other work would not be measured.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Tap extends AsyncDisposable {
  readonly port: number
  /** By the id of the call, in milliseconds since 1970. */
  readonly sent: ReadonlyMap<string, number>
}

/** An id may arrive in two pieces. */
const LONGEST_NAME = 80

export async function startTap(url: string): Promise<Tap> {
  const { hostname, port } = new URL(url)
  const sent = new Map<string, number>()
  const open = new Set<Socket>()
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [browser, upstream]) {
      socket.setNoDelay(true)
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => open.delete(socket))
    }
    browser.pipe(upstream)
    upstream.on('data', noteCalls(sent))
    upstream.pipe(browser)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Only in the event stream: replies that name a call come after its event. */
function noteCalls(sent: Map<string, number>): (chunk: Buffer) => void {
  let isStream = false
  let text = ''
  return (chunk) => {
    text += chunk.toString('latin1')
    isStream ||= /content-type: text\/event-stream/i.test(text)
    if (isStream) for (const [, id = ''] of text.matchAll(/"tool_id":"([^"]+)"/g)) if (!sent.has(id)) sent.set(id, Date.now())
    text = text.slice(-LONGEST_NAME)
  }
}
