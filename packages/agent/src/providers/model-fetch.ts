// How a provider reaches its model: over persistent connections, with half the work of the global fetch, which copies the
// conversation several times. Redirects are not followed: a conversation is sent only to the configured address.
import { createRequire } from 'node:module'
import { ReadableStream } from 'node:stream/web'

// The package is CommonJS with many files; `require` tries again after a file could not be opened.
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
    // A reader of the body gets the error itself; without a reader, the error must not end the process.
    reply.body.on('error', () => undefined)
    if (reply.statusCode >= 300 && reply.statusCode < 400) {
      reply.body.destroy()
      throw cannotFetch(new Error(`it sends us on to ${reply.headers.location ?? 'another place'}, where nothing was sent`))
    }
    const content = reply.statusCode === 204 ? null : (ReadableStream.from(reply.body) as unknown as Content)
    return new Response(content, { status: reply.statusCode, headers: pairsOf(reply.headers) })
  }
}

/** The same error as the global fetch, which the providers recognise. */
const cannotFetch = (cause: unknown): TypeError => new TypeError('fetch failed', { cause })

const pairsOf = (headers: Headers): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((text): [string, string] => [name, text as string]))
