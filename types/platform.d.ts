// What every platform we run on has (Node, browsers, VS Code), and nothing more: the packages that must not
// reach a disk or a page compile against this instead of Node's or the browser's types.

declare class AbortSignal {
  static abort(reason?: unknown): AbortSignal
  static any(signals: AbortSignal[]): AbortSignal
  static timeout(milliseconds: number): AbortSignal
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

declare class URL {
  constructor(url: string, base?: string)
  readonly href: string
  readonly origin: string
  readonly pathname: string
}

declare class URLSearchParams {
  constructor(init?: Record<string, string>)
  toString(): string
}

declare function setTimeout(callback: () => void, milliseconds?: number): unknown
declare function clearTimeout(timer: unknown): void
declare function atob(text: string): string
declare function btoa(text: string): string
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }
declare function structuredClone<T>(value: T): T

interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}

declare function fetch(
  url: string,
  init?: {
    method?: string
    headers?: Record<string, string>
    body?: string | Uint8Array
    signal?: AbortSignal
    cache?: string
  },
): Promise<FetchResponse>
