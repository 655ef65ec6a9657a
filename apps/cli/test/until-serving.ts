// Waits until a `countersign serve` that a test started says that it serves, or tells what it printed instead.
import type { ChildProcess } from 'node:child_process'

export async function untilServing(server: ChildProcess): Promise<void> {
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text) => {
        printed += text
        if (printed.includes('Stop with Ctrl-C')) resolve()
      })
    server.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)))
  })
}
