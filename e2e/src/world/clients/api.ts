// Plain requests with a token: what anybody without our client would send.

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** Parsed if it is JSON, otherwise the text. */
  readonly body: unknown
}

export interface RequestOptions {
  readonly body?: unknown
  /** Sent unchanged, with its own content type. */
  readonly raw?: { readonly content: string | Uint8Array<ArrayBuffer>; readonly type: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Api {
  readonly url: string
  readonly token: string
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>
  /** The body of a reply that must be a success. */
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  delete<T>(path: string): Promise<T>
}

export function createApi(url: string, token: string): Api {
  const request: Api['request'] = async (method, path, { body, raw, headers, signal } = {}) => {
    const content = raw?.content ?? (body === undefined ? undefined : JSON.stringify(body))
    const type = raw?.type ?? (body === undefined ? undefined : 'application/json')
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(type && { 'content-type': type }), ...headers },
      ...(content !== undefined && { body: content }),
      ...(signal && { signal }),
    })
    return { status: response.status, headers: response.headers, body: parse(await response.text()) }
  }
  const succeed = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await request(method, path, body === undefined ? {} : { body })
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body as T
  }
  return {
    url,
    token,
    request,
    get: (path) => succeed('GET', path),
    post: (path, body) => succeed('POST', path, body),
    delete: (path) => succeed('DELETE', path),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
