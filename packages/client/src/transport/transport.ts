// The port to the network. The default is the platform's fetch; a runner has a faster one.

export interface TransportRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** How long the server may be silent before the request counts as lost; not for streams. */
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
  /** Ends when the server closes; throws if the connection breaks or the signal aborts. */
  readonly chunks: AsyncIterable<Uint8Array>
}

export interface Transport {
  request(request: TransportRequest): Promise<TransportReply>
  stream(request: TransportRequest): Promise<TransportStream>
}
