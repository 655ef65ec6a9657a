// A small HTTP server on loopback whose answers a test defines.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Cuts all connections; new ones are accepted. */
  cut(): void
}

/** `port` 0 takes a free one. */
export async function startLoopbackServer(answer: RequestListener, port = 0): Promise<LoopbackServer> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    cut: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
