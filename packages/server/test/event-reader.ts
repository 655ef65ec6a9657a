// A reader of the event stream over a real connection, as simple as the standard allows.
import type { IncomingMessage } from 'node:http'
import { EventBlocks, type ReadEvent } from '../../test-kit/src/clients/event-blocks.ts'
import { open } from '../../test-kit/src/clients/http.ts'
import { LIMIT_MILLISECONDS, pause } from '../../test-kit/src/wait.ts'
import type { TestServer } from './test-server.ts'

export interface StreamOptions {
  readonly project: string
  readonly token: string
  readonly lastEventId?: string | number | undefined
  readonly query?: string
}

export class EventReader implements AsyncDisposable {
  readonly events: ReadEvent[] = []
  readonly response: IncomingMessage
  readonly #blocks = new EventBlocks()
  #wake: () => void = () => undefined

  constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#feed(text))
    response.on('close', () => this.#wake())
    response.on('error', () => this.#wake())
  }

  /** How many keep-alive comments the server has sent. */
  get comments(): number {
    return this.#blocks.comments
  }

  static async open({ port }: TestServer, { project, token, lastEventId, query = '' }: StreamOptions): Promise<EventReader> {
    const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }
    return new EventReader(await open(port, { path: `/my/projects/${project}/chat/stream${query}`, token, headers }))
  }

  /** Waits for the first event that matches, among those already received or still to come. */
  async until(fits: (event: ReadEvent) => boolean, milliseconds = LIMIT_MILLISECONDS): Promise<ReadEvent> {
    const deadline = Date.now() + milliseconds
    for (;;) {
      const found = this.events.find(fits)
      if (found) return found
      if (this.response.destroyed || Date.now() > deadline)
        throw new Error(`no such event; there were: ${this.events.map(({ type }) => type).join(', ')}`)
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve
        }),
        pause(50),
      ])
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.response.destroy()
  }

  #feed(text: string): void {
    this.events.push(...this.#blocks.feed(text))
    this.#wake()
  }
}
