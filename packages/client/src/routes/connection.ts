// One request over the transport: address and headers in, reply or error out. Everything that calls the server goes through here.
import type { Route } from '@countersign/protocol'
import { parseObject, refusalOf } from '../errors/refused-request.ts'
import { ServerUnreachable } from '../errors/server-unreachable.ts'
import type { ReplyHead, Transport, TransportRequest } from '../transport/transport.ts'

export type RouteValues = Readonly<Record<string, unknown>>

export function routeUrl(base: string, route: Route, values: { params?: RouteValues; query?: RouteValues }): string {
  const { params = {}, query } = values
  const path = route.path.replace(/:([a-z0-9]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return query ? `${base}${path}${queryText(query)}` : `${base}${path}`
}

function queryText(query: RouteValues): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`
}

const REQUEST_SECONDS = 30

export interface Connection {
  readonly url: string
  readonly token: () => string | undefined
  readonly transport: Transport
  readonly signal: AbortSignal | undefined
  /** `full` validates every reply with its schema; `shape` only requires a JSON object, for the hot path. */
  readonly validation: 'shape' | 'full'
}

export interface RouteCall {
  readonly params?: RouteValues
  readonly query?: RouteValues
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export async function callRoute(connection: Connection, route: Route, call: RouteCall): Promise<unknown> {
  const request = requestOf(connection, route, call)
  const { reply, content } = await exchange(connection, route, request)
  if (reply.status >= 300) throw refusalOf(reply, asText(content))
  if (route.sends === 'bytes' || route.sends === 'text') return content
  return viewOf(connection, route, reply, asText(content))
}

function viewOf({ validation }: Connection, route: Route, reply: ReplyHead, text: string): unknown {
  const view = parseObject(text)
  if (!view) throw new ServerUnreachable(`${route.path} answered with something that is not a JSON object`, { status: reply.status })
  return validation === 'full' && route.response ? route.response.parse(view) : view
}

/** A reply that is cut while it is read counts as no answer. */
async function exchange({ transport }: Connection, route: Route, request: TransportRequest): Promise<Exchanged> {
  try {
    const reply = await transport.request(request)
    return { reply, content: route.sends === 'bytes' ? await reply.bytes() : await reply.text() }
  } catch (cause) {
    request.signal?.throwIfAborted()
    throw new ServerUnreachable(`No answer from ${request.url}`, { cause })
  }
}

interface Exchanged {
  readonly reply: ReplyHead
  readonly content: string | Uint8Array
}

const asText = (content: string | Uint8Array): string => (typeof content === 'string' ? content : new TextDecoder().decode(content))

function requestOf(connection: Connection, route: Route, call: RouteCall): TransportRequest {
  const signal = joinSignals(connection.signal, call.signal)
  const body = bodyOf(route, call.body)
  return {
    method: route.method,
    url: routeUrl(connection.url, route, call),
    headers: headersOf(connection, contentTypeOf(route, body)),
    timeoutMilliseconds: (REQUEST_SECONDS + waitSecondsOf(call)) * 1000,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  }
}

export function headersOf(connection: Connection, more: Record<string, string>): Record<string, string> {
  const token = connection.token()
  return token ? { authorization: `Bearer ${token}`, ...more } : more
}

export function joinSignals(first: AbortSignal | undefined, second: AbortSignal | undefined): AbortSignal | undefined {
  return first && second ? AbortSignal.any([first, second]) : (first ?? second)
}

function bodyOf(route: Route, body: unknown): string | Uint8Array | undefined {
  if (route.takes === 'octets') return body as Uint8Array
  return route.body ? JSON.stringify(body ?? {}) : undefined
}

function contentTypeOf(route: Route, body: unknown): Record<string, string> {
  if (body === undefined) return {}
  return { 'content-type': route.takes === 'octets' ? 'application/octet-stream' : 'application/json' }
}

/** A request that asks the server to wait gets that time in addition. */
function waitSecondsOf({ query, body }: RouteCall): number {
  const asked = query?.wait_seconds ?? (body as { wait_seconds?: unknown } | undefined)?.wait_seconds ?? 0
  return Number(asked) || 0
}
