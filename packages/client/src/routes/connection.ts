// One request over the transport: address and headers in, reply or error out. Everything that calls the server goes through here.
import {
  type ErrorCode,
  Failure,
  failureForm,
  failureSentence,
  isErrorCode,
  ROUTES,
  type Route,
  type Sentence,
  sentenceSchema,
  type Verbatim,
  verbatim,
} from '@countersign/protocol'
import type { ReplyHead, Transport, TransportRequest } from '../transport/transport.ts'
import type { RouteMethods } from './call-types.ts'

type RouteValues = Readonly<Record<string, unknown>>

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

/** Routes with their own readers. */
const NOT_CALLED = new Set<Route['sends']>(['stream', 'socket', 'mcp'])

/** One method per route. */
export function routeMethods(connection: Connection): RouteMethods {
  const routes = Object.entries(ROUTES as Record<string, Route>).filter(([, route]) => !NOT_CALLED.has(route.sends))
  const methods = routes.map(([name, route]) => [name, (call: RouteCall = {}) => callRoute(connection, route, call)])
  return Object.fromEntries(methods) as RouteMethods
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

interface Refusal {
  readonly status: number
  readonly details: object
  readonly request_id: string
  readonly retryAfterSeconds?: number
  /** Absent in replies of older servers. */
  readonly form?: Sentence | undefined
}

/** An error reply of the server as a Failure: with its code, status, details, and the id by which the server's log knows it. */
export class RefusedRequest extends Failure {
  override readonly messageForm: Sentence
  readonly request_id: string
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, sentence: string, reply: Refusal) {
    const subject = subjectOf(code, sentence)
    super(code, { ...subject, ...reply.details }, { http: reply.status })
    this.message = sentence
    this.messageForm = reply.form ?? failureForm(code, subject.subject)
    this.request_id = reply.request_id
    this.retryAfterSeconds = reply.retryAfterSeconds
  }
}

/** The text of a reply that is not a success, as the error it stands for. */
export function refusalOf(reply: ReplyHead, text: string): RefusedRequest | ServerUnreachable {
  const view = parseObject(text)
  const sentence = view?.error
  if (!view || typeof sentence !== 'string' || typeof view.error_code !== 'string')
    return new ServerUnreachable(`The server answered ${reply.status} in words that are not the protocol's`, { status: reply.status })
  const code = isErrorCode(view.error_code) ? view.error_code : 'INTERNAL'
  const retryAfter = Number(reply.header('retry-after'))
  return new RefusedRequest(code, sentence, {
    status: reply.status,
    details: typeof view.details === 'object' && view.details ? view.details : {},
    request_id: typeof view.request_id === 'string' ? view.request_id : '',
    form: sentenceSchema.safeParse(view.error_form).data,
    ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
  })
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function subjectOf(code: ErrorCode, sentence: string): { subject?: Verbatim } {
  const opening = `${failureSentence(code)}: `
  return sentence.startsWith(opening) ? { subject: verbatim(sentence.slice(opening.length)) } : {}
}

/** The server did not answer: the network, a proxy, or a server that is not ours. Retrying may help. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
  /** Set if something answered, but not in our protocol. */
  readonly status: number | undefined

  constructor(message: string, options: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
  }
}

/**
 * How long to wait before retrying an error that may be temporary: no answer, a failing server, too many requests. Undefined if retrying
 * cannot help.
 */
export function retryAfterMilliseconds(error: unknown): number | undefined {
  if (error instanceof RefusedRequest && (error.http === 429 || error.http >= 500)) return (error.retryAfterSeconds ?? 0) * 1000
  return error instanceof ServerUnreachable ? 0 : undefined
}
