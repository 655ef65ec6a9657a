// How a provider reaches its model: over kept connections, with half the work of the global fetch, which copies the conversation
// several times. A redirect is not followed: a conversation goes where the configuration says and nowhere else.
import { createRequire } from 'node:module'
import { ReadableStream } from 'node:stream/web'

// It is in the older format, many files: what could not be opened is asked for again the next time.
const require = createRequire(import.meta.url)

type Content = ConstructorParameters<typeof Response>[0]
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export function createModelFetch(): typeof fetch {
  const { Agent, request } = require('undici') as typeof import('undici')
  const dispatcher = new Agent({ allowH2: false })
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const options = { method: method as 'POST', headers: headers as Record<string, string>, body: body as string, signal, dispatcher }
    const reply = await request(String(url), options).catch((cause: unknown) => {
      throw cannotFetch(cause)
    })
    // Whoever reads it hears of an error; one that nobody reads must not end the process.
    reply.body.on('error', () => undefined)
    if (reply.statusCode >= 300 && reply.statusCode < 400) {
      reply.body.destroy()
      throw cannotFetch(new Error(`it sends us on to ${reply.headers.location ?? 'another place'}, where nothing was sent`))
    }
    const content = reply.statusCode === 204 ? null : (ReadableStream.from(reply.body) as unknown as Content)
    return new Response(content, { status: reply.statusCode, headers: pairsOf(reply.headers) })
  }
}

/** As the global fetch says it, which the providers know. */
const cannotFetch = (cause: unknown): TypeError => new TypeError('fetch failed', { cause })

const pairsOf = (headers: Headers): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((text): [string, string] => [name, text as string]))
