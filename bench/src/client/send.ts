// One request over a persistent connection, directly with node:http: the same client for every side.
import { type Agent, request } from 'node:http'

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly text: string
}

export function send(agent: Agent, { method, url, headers, body }: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request(url, { method, agent, headers: { ...headers, ...json } }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }))
      incoming.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Throws unless the answer is a success: a program whose calls fail looks fast. */
export async function sendForJson<T>(agent: Agent, call: Call): Promise<T> {
  const { status, text } = await send(agent, call)
  if (status < 200 || status > 299) throw new Error(`${call.method} ${call.url} answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}
