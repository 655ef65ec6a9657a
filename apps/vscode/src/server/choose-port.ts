// The port of a server that is started here: the same as last time, so that windows find it again, unless another program has taken it.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** 0, any free port, where the wanted one is taken. */
export async function choosePort(wanted: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    return wanted
  } catch {
    return 0
  } finally {
    await new Promise<void>((closed) => server.close(() => closed()))
  }
}
