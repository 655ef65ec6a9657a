// One open stream and the encoding of its events: each event is encoded once for all streams of the same audience.
import type { ServerResponse } from 'node:http'
import type { Audience, Engine, FeedItem, Follower } from '@countersign/core'
import {
  type DeviceId,
  type EventPayload,
  type EventType,
  isSeenBy,
  LIMITS,
  type OfferedScope,
  type ProjectId,
  plainScope,
  type SentEvent,
  type TransientEvent,
} from '@countersign/protocol'
import type { Backlog, Expiring, Sender } from '../traffic/traffic-limits.ts'

type Bytes = Buffer | Promise<Buffer>

interface EventBytes {
  ofItem(item: FeedItem, audience: Audience, forms: boolean): Bytes
  ofTransient(item: TransientEvent): Buffer
}

interface Reader {
  readonly audience: Audience
  readonly forms: boolean
}

type Shared = Partial<Record<Audience | `${Audience} with forms`, Bytes>>

const keyOf = ({ audience, forms }: Reader): keyof Shared => (forms ? `${audience} with forms` : audience)

export function createEventBytes({ render: renderItem }: Pick<Engine, 'render'>): EventBytes {
  const items = new WeakMap<FeedItem, Shared>()
  const transients = new WeakMap<object, Buffer>()

  const render = (item: FeedItem, { audience, forms }: Reader, shared: Shared): Promise<Buffer> => {
    const key = keyOf({ audience, forms })
    const bytes = renderItem(item, audience).then((events) => {
      shared[key] = encodeEvents(forms ? events : events.map(withoutForms), item.row.seq)
      return shared[key]
    })
    shared[key] = bytes
    return bytes
  }

  return {
    ofItem: (item, audience, forms) => {
      const shared = items.get(item) ?? {}
      const known = shared[keyOf({ audience, forms })]
      if (known) return known
      items.set(item, shared)
      return render(item, { audience, forms }, shared)
    },
    ofTransient: (item) => {
      const known = transients.get(item) ?? encodeEvent(item.type, item.payload)
      transients.set(item, known)
      return known
    },
  }
}

/** Only the last event of a row has an id, so a client that disconnects before it gets the whole row again. */
const encodeEvents = (events: readonly SentEvent[], seq: number): Buffer =>
  Buffer.concat(events.map(({ type, data }, index) => encodeEvent(type, data, index === events.length - 1 ? seq : undefined)))

export const encodeEvent = <T extends EventType>(type: T, data: EventPayload<T>, id?: number): Buffer =>
  Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)

interface StreamParts {
  readonly events: EventBytes
  readonly backlog: Backlog
  now(): number
  /** True if another stream runs this project's calls, so that no call is sent twice. */
  standsBy(stream: OpenStream): boolean
}

interface StreamOf {
  readonly project: ProjectId
  readonly audience: Audience
  readonly forms: boolean
  /** When the token that opened the stream expires. */
  readonly expiresAt: number
  /** The device that this token belongs to, if any. */
  readonly device: DeviceId | undefined
}

/** A class because ten thousand streams may be idle at once: none has its own closures, timers or buffers. */
export class OpenStream implements Follower, Sender, Expiring {
  readonly project: ProjectId
  readonly audience: Audience
  readonly forms: boolean
  readonly expiresAt: number
  readonly device: DeviceId | undefined
  readonly response: ServerResponse
  readonly #parts: StreamParts
  #waits = false
  #waitedAtLastBeat = false

  constructor(response: ServerResponse, parts: StreamParts, { project, audience, forms, expiresAt, device }: StreamOf) {
    this.response = response
    this.project = project
    this.audience = audience
    this.forms = forms
    this.expiresAt = expiresAt
    this.device = device
    this.#parts = parts
  }

  onItem(item: FeedItem): void | Promise<void> {
    const audience = this.#audienceNow()
    if (audience === undefined) return
    const bytes = this.#parts.events.ofItem(item, audience, this.forms)
    if (bytes instanceof Promise) return bytes.then((ready) => this.send(ready))
    this.send(bytes)
  }

  onTransient(item: TransientEvent): void {
    const readers = this.audience === 'both' ? (['operator', 'runner'] as const) : [this.audience]
    if (readers.some((reader) => isSeenBy(item.type, reader))) this.send(this.#parts.events.ofTransient(item))
  }

  /** A replay waits for its reader; a reader that is too slow for live events is dropped. */
  send(bytes: Buffer | string): void {
    const { response } = this
    if (bytes.length === 0 || response.destroyed) return
    if (response.writableLength > LIMITS.maxStreamBacklogBytes) this.drop()
    else response.write(bytes)
    if (response.writableLength > 0) this.#parts.backlog.note(this)
  }

  hasRoom(): boolean {
    return !this.response.writableNeedDrain
  }

  unsentBytes(): number {
    return this.response.destroyed ? 0 : this.response.writableLength
  }

  drop(): void {
    this.response.destroy()
  }

  expire(): void {
    this.end('token_expired', 'The token of this stream has expired; come back with a fresh one.')
  }

  /** Sends the reason, unless the reader has stopped reading. */
  end(reason: EventPayload<'stream.ended'>['reason'], message: string): void {
    if (this.response.writableNeedDrain) this.drop()
    this.send(encodeEvent('stream.ended', { reason, message, timestamp: new Date(this.#parts.now()).toISOString() }))
    this.response.end()
  }

  /** Called by the shared timer. Drops a replay whose reader has read nothing for a whole period. */
  beat(heartbeat: Buffer): void {
    if (this.#waits && this.#waitedAtLastBeat) this.drop()
    this.#waitedAtLastBeat = this.#waits
    if (!this.response.writableNeedDrain) this.send(heartbeat)
  }

  untilRoom(): Promise<void> {
    const { response } = this
    if (this.hasRoom()) return Promise.resolve()
    this.#waits = true
    return new Promise((resolve) => {
      const finish = () => {
        response.off('drain', finish).off('close', finish)
        this.#waits = false
        this.#waitedAtLastBeat = false
        resolve()
      }
      response.once('drain', finish).once('close', finish)
    })
  }

  #audienceNow(): Audience | undefined {
    if (this.audience === 'operator' || !this.#parts.standsBy(this)) return this.audience
    return this.audience === 'both' ? 'operator' : undefined
  }
}

interface Formed {
  readonly description_form?: unknown
  readonly reasons_forms?: unknown
  readonly error_form?: unknown
  readonly covers_form?: unknown
  readonly scopes?: readonly OfferedScope[]
}

/** An event for a reader of English: its texts say all, so that the forms beside them are left out. */
function withoutForms(event: SentEvent): SentEvent {
  const { description_form, reasons_forms, error_form, covers_form, ...data } = event.data as Formed
  const scopes = data.scopes?.map(plainScope)
  return { ...event, data: scopes ? { ...data, scopes } : data } as SentEvent
}
