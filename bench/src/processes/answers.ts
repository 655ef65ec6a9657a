// The child's side of the requests that the benchmark sends over the process channel.

interface Question {
  readonly id: number
  readonly verb: string
  readonly detail: unknown
}

type Handler = (detail: never) => unknown

/** Keeps the process alive until the benchmark ends it. */
export function answerQuestions(handlers: Record<string, Handler>): void {
  process.channel?.ref()
  process.on('message', async ({ id, verb, detail }: Question) => {
    const handler = handlers[verb]
    if (!handler) return
    try {
      process.send?.({ id, value: await handler(detail as never) })
    } catch (error) {
      process.send?.({ id, error: String(error) })
    }
  })
}

export const sayReady = (value: unknown): void => void process.send?.({ ready: value })
