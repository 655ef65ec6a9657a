// A reader of the event stream over a real connection, as simple as the standard allows.
import type { IncomingMessage } from 'node:http'
import { findEventProblem } from '@countersign/protocol'
import { open } from '../../test-kit/src/clients/http.ts'
import type { TestServer } from './test-server.ts'

export interface ReadEvent {
  readonly id: number | undefined
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any
}

export interface StreamOptions {
  readonly project: string
  readonly token: string
  readonly lastEventId?: string | number | undefined
  readonly query?: string
}

export class EventReader implements AsyncDisposable {
  readonly events: ReadEvent[] = []
  readonly response: IncomingMessage
  comments = 0
  #rest = ''
  #wake: () => void = () => undefined

  constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#feed(text))
    response.on('close', () => this.#wake())
    response.on('error', () => this.#wake())
  }

  static async open({ port }: TestServer, { project, token, lastEventId, query = '' }: StreamOptions): Promise<EventReader> {
    const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }
    return new EventReader(await open(port, { path: `/my/projects/${project}/chat/stream${query}`, token, headers }))
  }

  /** Waits for the first event that fits, seen or to come. */
  async until(fits: (event: ReadEvent) => boolean, milliseconds = 5000): Promise<ReadEvent> {
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
        new Promise((resolve) => setTimeout(resolve, 50)),
      ])
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.response.destroy()
  }

  #feed(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#read(block)
    this.#wake()
  }

  #read(block: string): void {
    if (block.startsWith(':')) this.comments += 1
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    if (!fields.event || !fields.data) return
    const data = JSON.parse(fields.data)
    const problem = findEventProblem(fields.event, data)
    if (problem) throw new Error(`an event that is not as the registry says: ${problem}`)
    this.events.push({ id: fields.id === undefined ? undefined : Number(fields.id), type: fields.event, data })
  }
}
