// The server did not answer: the network, a proxy, or a server that is not ours. Retrying may help.

export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
  /** Set if something answered, but not in our protocol. */
  readonly status: number | undefined

  constructor(message: string, options: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
  }
}
