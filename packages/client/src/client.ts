// The typed client: one method per route of the protocol, the event stream with resume, large values by reference.
import { ROUTES, type StreamEvent, storeLongTexts } from '@countersign/protocol'
import type { RouteMethods } from './routes/call-types.ts'
import { type Connection, callRoute, joinSignals, routeMethods } from './routes/connection.ts'
import { type EventsRequest, openEvents, resumeEvents } from './stream/events.ts'
import { fetchTransport } from './transport/fetch-transport.ts'
import type { Transport } from './transport/transport.ts'

export interface ClientOptions {
  readonly url: string
  /** A function, if the token changes during the client's life. */
  readonly token?: string | (() => string | undefined)
  readonly transport?: Transport
  /** Ends every request and stream of this client. */
  readonly signal?: AbortSignal
  readonly validation?: 'shape' | 'full'
}

export interface StreamMethods {
  /** Reconnects after every cut, without loss or repetition. */
  events(request: EventsRequest): AsyncGenerator<StreamEvent>
  /** A single connection, for callers that send something before each. */
  eventsUntilCut(request: Omit<EventsRequest, 'backoff'>): AsyncGenerator<StreamEvent>
  /** `params` with every long text stored as a body of the project and replaced by its reference. */
  withBodies<Params extends object>(request: { projectId: string; params: Params; maxBytes?: number }): Promise<Params>
}

export type Client = RouteMethods & StreamMethods

export function createClient({ url, token, transport = fetchTransport, signal, validation = 'shape' }: ClientOptions): Client {
  const connection: Connection = {
    url: url.replace(/\/+$/, ''),
    token: typeof token === 'function' ? token : () => token,
    transport,
    signal,
    validation,
  }
  return { ...routeMethods(connection), ...streamMethods(connection) }
}

function streamMethods(connection: Connection): StreamMethods {
  return {
    events: (request) => resumeEvents(connection, request),
    eventsUntilCut: ({ projectId, after, onOpen, signal, silenceSeconds, forms }) =>
      openEvents(connection, {
        projectId,
        cursor: { last: after },
        onOpen: () => onOpen?.(0),
        signal: joinSignals(connection.signal, signal),
        silenceSeconds,
        forms,
      }),
    withBodies: ({ projectId, params, maxBytes }) =>
      storeLongTexts(params, (content) => storeBody(connection, projectId, content), maxBytes),
  }
}

async function storeBody(connection: Connection, projectId: string, content: Uint8Array): Promise<string> {
  const view = await callRoute(connection, ROUTES.putBody, { params: { p: projectId }, body: content })
  return (view as { sha256: string }).sha256
}
