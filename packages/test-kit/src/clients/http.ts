// Requests over a real connection, with any header: what fetch would correct is sent unchanged.
import { request as httpRequest, type IncomingMessage } from 'node:http'

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
  /** An object is sent as JSON, a text or bytes unchanged. */
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  readonly json: any
}

export async function send(port: number, sent: Sent): Promise<Answer> {
  const response = await open(port, sent)
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const isJson = response.headers['content-type']?.startsWith('application/json')
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

/** The reply as soon as its head has arrived; the caller reads the body. */
export function open(port: number, { method = 'GET', path, token, headers = {}, body }: Sent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const content = typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body)
  const all = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(content !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
    ...headers,
  }
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: all, agent: false }, resolve)
  request.on('error', reject)
  request.end(content)
  return promise
}
