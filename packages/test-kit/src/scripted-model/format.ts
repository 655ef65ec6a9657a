// One wire format of a model: how its requests are parsed and its answers written.
import type { ScriptedRefusal, ScriptedStep } from './script.ts'
import type { FormatName, SeenConversation } from './seen-request.ts'

export interface Answer {
  /** The frames before the content of the step, and those of the content. */
  readonly content: readonly string[]
  /** The frames that mark the answer as complete. */
  readonly end: readonly string[]
}

export interface Format {
  readonly name: FormatName
  readonly path: RegExp
  read(body: Readonly<Record<string, unknown>>, path: string): SeenConversation
  write(step: ScriptedStep, id: string): Answer
  /** The body of a refusal. */
  refusal(refusal: ScriptedRefusal): object
  /** A frame that reports a failure in the middle of an answer. */
  failure: string
}

export const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

export const namedFrame = (type: string, rest: object = {}): string => `event: ${type}\n${frame({ type, ...rest })}`
