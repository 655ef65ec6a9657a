// Splits the text of an event stream into its events, as simply as the standard allows. Every event must match the registry.
import { findEventProblem } from '@countersign/protocol'

export interface ReadEvent {
  readonly id: number | null
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any
}

export class EventBlocks {
  /** Blocks that only keep the connection alive. */
  comments = 0
  #rest = ''

  /** The events that this text completes. */
  feed(text: string): ReadEvent[] {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => this.#read(block))
  }

  #read(block: string): ReadEvent[] {
    if (block.startsWith(':')) this.comments += 1
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
    const [id, type, data] = ['id', 'event', 'data'].map(field)
    if (!type || !data) return []
    const event = { id: id === undefined ? null : Number(id), type, data: JSON.parse(data) }
    const problem = findEventProblem(type, event.data)
    if (problem) throw new Error(`an event that is not as the registry says: ${problem}`)
    return [event]
  }
}
