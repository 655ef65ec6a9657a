// A reply sent while the client is still writing may be lost with the connection. What is left is read and thrown away,
// within bounds.
import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 16 * 1024 * 1024
const MAX_MILLISECONDS = 1000

export function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const finish = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', finish).off('close', finish)
      resolve()
    }
    const count = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > MAX_BYTES) finish()
    }
    const timer = setTimeout(finish, MAX_MILLISECONDS)
    request.on('data', count).once('end', finish).once('close', finish).resume()
  })
}
