// One wire format of a model: how its requests are read and its answers written.
import type { ScriptedRefusal, ScriptedStep } from './script.ts'
import type { FormatName, SeenConversation } from './seen-request.ts'

export interface Answer {
  /** Frames before and with what the step says. */
  readonly content: readonly string[]
  /** Frames that say that the answer is whole. */
  readonly end: readonly string[]
}

export interface Format {
  readonly name: FormatName
  readonly path: RegExp
  read(body: Readonly<Record<string, unknown>>, path: string): SeenConversation
  write(step: ScriptedStep, id: string): Answer
  /** The body of a refusal. */
  refusal(refusal: ScriptedRefusal): object
  /** A frame that says that something failed while the answer was on its way. */
  failure: string
}

export const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

export const namedFrame = (type: string, rest: object = {}): string => `event: ${type}\n${frame({ type, ...rest })}`
