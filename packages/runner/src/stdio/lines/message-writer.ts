// Messages to lines of JSON. The reader sets the pace: who sends waits for `ready` before taking in more.
import { once } from 'node:events'
import type { Writable } from 'node:stream'

export interface MessageWriter {
  send(message: object): void
  /** Resolves when the reader keeps up, or is gone. */
  ready(): Promise<void>
  /** Resolves when everything sent was taken, or the reader is gone; what it does not take in time is given up. */
  close(maxMilliseconds: number): Promise<void>
}

/** `onBroken` is called once, when nobody reads any more. */
export function createMessageWriter(output: Writable, onBroken: (error: Error) => void): MessageWriter {
  const broken = Promise.withResolvers<void>()
  let isBroken = false
  output.on('error', (error) => {
    if (isBroken) return
    isBroken = true
    broken.resolve()
    onBroken(error)
  })
  return {
    send(message) {
      if (!isBroken) output.write(`${JSON.stringify(message)}\n`)
    },
    async ready() {
      if (output.writableNeedDrain && !isBroken) await Promise.race([once(output, 'drain').catch(() => undefined), broken.promise])
    },
    async close(maxMilliseconds) {
      if (isBroken || output.writableLength === 0) return
      const written = new Promise<void>((resolve) => output.write('', () => resolve()))
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, maxMilliseconds)
      await Promise.race([written, limit.promise, broken.promise])
      clearTimeout(timer)
      // Otherwise the rest would keep the process alive for as long as nobody reads it.
      if (output.writableLength > 0) output.destroy()
    },
  }
}
