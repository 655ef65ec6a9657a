// All open streams of this server: where they start, their shared heartbeat, and how they end.

import type { ServerResponse } from 'node:http'
import { type Audience, type Engine, hasRole, type Principal } from '@countersign/core'
import type { DeviceId, Project, ProjectId } from '@countersign/protocol'
import { SECURITY_HEADERS } from '../http/gate.ts'
import type { ServerSettings } from '../server-settings.ts'
import type { Backlog, Expiries } from '../traffic/traffic-limits.ts'
import { createEventBytes, encodeEvent, OpenStream } from './open-stream.ts'
import type { PlainRunners } from './plain-runners.ts'

export interface StreamStart {
  readonly after: number
  readonly reset: boolean
}

/**
 * A stream starts after the last id that the client saw, or now. An id that was never issued means that the client knows another
 * history and must start over.
 */
export function startOf(lastEventId: string | string[] | undefined, after: number | undefined, head: number): StreamStart {
  const asked = lastEventId === undefined ? after : parseEventId(lastEventId)
  if (asked === undefined) return { after: head, reset: false }
  return asked >= 0 && asked <= head ? { after: asked, reset: false } : { after: head, reset: true }
}

/** NaN if it is not an id; every comparison with NaN is false. */
const parseEventId = (id: string | string[]): number => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN)

/** The audience of a stream, by the roles of its token. */
export function audienceOf(principal: Principal): Audience {
  if (!hasRole(principal, 'runner')) return 'operator'
  return hasRole(principal, 'operator') ? 'both' : 'runner'
}

const RETRY_MILLISECONDS = 1000
const HEARTBEAT = Buffer.from(':\n\n')
const HEADERS = { ...SECURITY_HEADERS, 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

export interface StreamRequest {
  readonly project: Project
  readonly start: StreamStart
  readonly audience: Audience
  /** With the forms of the sentences. */
  readonly forms: boolean
  /** The token is a runner's: without a hello, the client counts as a plain runner while the stream is open. */
  readonly runs: boolean
  /** When its token expires. */
  readonly expiresAt: number
  /** The device that its token belongs to, if any. */
  readonly device: DeviceId | undefined
}

export interface Streams {
  open(response: ServerResponse, request: StreamRequest): Promise<void>
  count(): number
  /** Ends the streams of a removed project. */
  endAll(project: ProjectId): void
  close(): void
}

export interface StreamsParts {
  readonly engine: Engine
  readonly settings: ServerSettings
  readonly plainRunners: PlainRunners
  readonly backlog: Backlog
  readonly expiries: Expiries
}

export function createStreams({ engine, settings, plainRunners, backlog, expiries }: StreamsParts): Streams {
  const open = new Set<OpenStream>()
  const parts = { events: createEventBytes(engine), standsBy: plainRunners.standsBy, backlog, now: engine.clock.now }
  const beat = setInterval(() => {
    for (const stream of open) stream.beat(HEARTBEAT)
  }, settings.stream_heartbeat_seconds * 1000).unref()
  let closed = false

  return {
    open: async (response, { project, start, audience, forms, runs, expiresAt, device }) => {
      if (closed || response.destroyed) return void response.destroy()
      const stream = new OpenStream(response, parts, { project: project.id, audience, forms, expiresAt, device })
      begin(response, start, engine.clock.now())
      open.add(stream)
      expiries.add(stream)
      const unfollow = engine.follow(project.id, start.after, stream)
      response.once('close', () => {
        unfollow()
        open.delete(stream)
        backlog.forget(stream)
        expiries.delete(stream)
        if (runs) plainRunners.leave(stream)
      })
      if (runs) await plainRunners.attend(stream, project)
    },
    count: () => open.size,
    endAll: (project) => {
      for (const stream of open) if (stream.project === project) stream.end('project_deleted', 'The project was deleted.')
    },
    close: () => {
      closed = true
      clearInterval(beat)
      for (const { response } of open) response.end()
    },
  }
}

/**
 * The stream lasts as long as its connection, so it needs no chunked encoding: an event is one write of shared bytes. Node keeps
 * request and response for that whole time. Flushing the headers separately joins their many pieces into one string, and the
 * request's data (including the token) is released.
 */
function begin(response: ServerResponse, { after, reset }: StreamStart, now: number): void {
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, HEADERS)
  response.flushHeaders()
  response.req.headers = {}
  response.req.rawHeaders = []
  const news = reset ? encodeEvent('reset', { after, timestamp: new Date(now).toISOString() }, after).toString() : ''
  response.write(`retry: ${RETRY_MILLISECONDS}\n\n${news}`)
}
