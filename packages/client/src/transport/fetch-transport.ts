// The default transport: the platform's fetch, as browsers, VS Code and Node have it.
import type { Transport, TransportRequest } from './transport.ts'

interface WebResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}

export const fetchTransport: Transport = {
  async request(request) {
    const response = await send(request, limitedSignal(request))
    return { ...headOf(response), text: () => response.text(), bytes: async () => new Uint8Array(await response.arrayBuffer()) }
  },
  async stream(request) {
    const response = await send(request, request.signal)
    return { ...headOf(response), chunks: response.body ? chunksOf(response.body) : none() }
  },
}

function send({ method, url, headers, body }: TransportRequest, signal: AbortSignal | undefined): Promise<WebResponse> {
  return fetch(url, {
    method,
    headers,
    cache: 'no-store',
    ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    ...(signal ? { signal } : {}),
  })
}

function limitedSignal({ signal, timeoutMilliseconds }: TransportRequest): AbortSignal | undefined {
  if (timeoutMilliseconds === undefined) return signal
  const limit = AbortSignal.timeout(timeoutMilliseconds)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

const headOf = (response: WebResponse) => ({
  status: response.status,
  header: (name: string) => response.headers.get(name) ?? undefined,
})

interface WebReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>
}

/** Some browsers cannot iterate a body yet; all of them have a reader. */
function chunksOf(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in body ? body : readAll((body as unknown as { getReader(): WebReader }).getReader())
}

async function* readAll(reader: WebReader): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) if (next.value) yield next.value
}

async function* none(): AsyncGenerator<Uint8Array> {
  // A reply without a body has no chunks.
}
