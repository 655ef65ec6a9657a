// One open stream. A class because ten thousand of them are idle at once: no closure, no timer and no buffer of its own.
import type { ServerResponse } from 'node:http'
import type { Audience, FeedItem, Follower, TransientItem } from '@countersign/core'
import { LIMITS, type ProjectId } from '@countersign/protocol'
import type { EventBytes } from './event-bytes.ts'

/** How much of a replay may be unsent before it waits for the reader. */
const REPLAY_BACKLOG_BYTES = 64 * 1024

export interface StreamParts {
  readonly events: EventBytes
  /** True where another stream runs this project's calls, so that no call goes out twice. */
  standsBy(stream: OpenStream): boolean
}

export class OpenStream implements Follower {
  readonly project: ProjectId
  readonly audience: Audience
  readonly response: ServerResponse
  readonly #parts: StreamParts
  /** Rows up to here are replay: they wait for the reader. Later ones are live: a reader too slow for them is dropped. */
  readonly #replayUntil: number
  #waits = false
  #waitedAtLastBeat = false

  constructor(
    response: ServerResponse,
    parts: StreamParts,
    { project, audience, head }: { project: ProjectId; audience: Audience; head: number },
  ) {
    this.response = response
    this.project = project
    this.audience = audience
    this.#parts = parts
    this.#replayUntil = head
  }

  onItem(item: FeedItem): void | Promise<void> {
    const audience = this.#audienceNow()
    if (audience === undefined) return
    const bytes = this.#parts.events.ofItem(item, audience)
    if (bytes instanceof Promise) return bytes.then((ready) => this.#sendRow(ready, item.row.seq))
    return this.#sendRow(bytes, item.row.seq)
  }

  onTransient(item: TransientItem): void {
    if (this.audience !== 'runner') this.send(this.#parts.events.ofTransient(item))
  }

  send(bytes: Buffer | string): void {
    const { response } = this
    if (bytes.length === 0 || response.destroyed) return
    if (response.writableLength > LIMITS.maxStreamBacklogBytes) response.destroy()
    else response.write(bytes)
  }

  /** Called by the shared clock. A replay whose reader took nothing for a whole period is given up. */
  beat(heartbeat: Buffer): void {
    if (this.#waits && this.#waitedAtLastBeat) this.response.destroy()
    this.#waitedAtLastBeat = this.#waits
    if (!this.response.writableNeedDrain) this.send(heartbeat)
  }

  #audienceNow(): Audience | undefined {
    if (this.audience === 'operator' || !this.#parts.standsBy(this)) return this.audience
    return this.audience === 'both' ? 'operator' : undefined
  }

  #sendRow(bytes: Buffer, seq: number): void | Promise<void> {
    this.send(bytes)
    if (seq <= this.#replayUntil && this.response.writableLength > REPLAY_BACKLOG_BYTES) return this.#drained()
  }

  #drained(): Promise<void> | void {
    const { response } = this
    if (response.destroyed) return
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
}
