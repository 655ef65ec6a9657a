// One open stream. A class because ten thousand of them are idle at once: no closure, no timer and no buffer of its own.
import type { ServerResponse } from 'node:http'
import type { Audience, FeedItem, Follower, TransientItem } from '@countersign/core'
import { LIMITS, type ProjectId } from '@countersign/protocol'
import type { Backlog, Sender } from '../http/backlog.ts'
import type { EventBytes } from './event-bytes.ts'

export interface StreamParts {
  readonly events: EventBytes
  readonly backlog: Backlog
  /** True where another stream runs this project's calls, so that no call goes out twice. */
  standsBy(stream: OpenStream): boolean
}

export class OpenStream implements Follower, Sender {
  readonly project: ProjectId
  readonly audience: Audience
  readonly response: ServerResponse
  readonly #parts: StreamParts
  #waits = false
  #waitedAtLastBeat = false

  constructor(response: ServerResponse, parts: StreamParts, { project, audience }: { project: ProjectId; audience: Audience }) {
    this.response = response
    this.project = project
    this.audience = audience
    this.#parts = parts
  }

  onItem(item: FeedItem): void | Promise<void> {
    const audience = this.#audienceNow()
    if (audience === undefined) return
    const bytes = this.#parts.events.ofItem(item, audience)
    if (bytes instanceof Promise) return bytes.then((ready) => this.send(ready))
    this.send(bytes)
  }

  onTransient(item: TransientItem): void {
    if (this.audience !== 'runner') this.send(this.#parts.events.ofTransient(item))
  }

  /** A replay waits for its reader; a reader too slow for what is live is dropped. */
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

  /** Called by the shared clock. A replay whose reader took nothing for a whole period is given up. */
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
