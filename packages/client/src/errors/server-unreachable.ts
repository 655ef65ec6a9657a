// No answer of the server: the network, a proxy in between, or a server that is not one of ours. Trying again may help.

export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
  /** Set where something answered, but not in the words of the protocol. */
  readonly status: number | undefined

  constructor(message: string, options: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
  }
}
