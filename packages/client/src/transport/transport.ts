// The port to the network. The default is the platform's fetch; a runner brings a faster one of its own.

export interface TransportRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** How long the other side may stay silent before the request counts as lost; not for streams. */
  readonly timeoutMilliseconds?: number
}

export interface ReplyHead {
  readonly status: number
  header(name: string): string | undefined
}

export interface TransportReply extends ReplyHead {
  text(): Promise<string>
  bytes(): Promise<Uint8Array>
}

export interface TransportStream extends ReplyHead {
  /** Ends when the other side closes; throws when the connection breaks or the request's signal aborts. */
  readonly chunks: AsyncIterable<Uint8Array>
}

export interface Transport {
  request(request: TransportRequest): Promise<TransportReply>
  stream(request: TransportRequest): Promise<TransportStream>
}
