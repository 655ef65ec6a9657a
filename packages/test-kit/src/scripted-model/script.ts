// What a scripted model answers: a list of steps, and which of them answers a request.
import type { SeenRequest } from './seen-request.ts'

export interface ScriptedCall {
  /** `namespace.name` if the format groups its tools, as in the request. */
  readonly name: string
  /** A string is sent unchanged, even if it is not JSON. */
  readonly arguments?: Readonly<Record<string, unknown>> | string
  readonly id?: string
}

export interface ScriptedStep {
  /** Only for a request whose last entry contains this text; such a step may answer several requests. */
  readonly when?: string | RegExp
  /** Several pieces are streamed one by one. */
  readonly text?: string | readonly string[]
  /** Streamed before the text, with a signature that must be sent back. */
  readonly reasoning?: string
  readonly calls?: readonly ScriptedCall[]
  readonly finish?: 'stop' | 'length' | 'content-filter'
  readonly usage?: { readonly input: number; readonly output: number }
  /** An answer that is not a stream. */
  readonly refuse?: ScriptedRefusal
  /** After the content: an error inside the stream, a connection reset, the end of the answer, or bytes that are not an event. */
  readonly breaks?: 'error' | 'reset' | 'end' | 'malformed'
  /** Nothing is sent until this is fulfilled. */
  readonly after?: Promise<unknown>
  /** The last piece of the content is not sent until this is fulfilled. */
  readonly lastAfter?: Promise<unknown>
  /** The content is sent at once; the end of the step is not sent until this is fulfilled. */
  readonly wholeAfter?: Promise<unknown>
  /** Between two pieces. */
  readonly delayMilliseconds?: number
}

export interface ScriptedRefusal {
  readonly status: number
  readonly type?: string
  readonly code?: string
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Script {
  readonly steps: readonly ScriptedStep[]
  /**
   * `requests`: each request takes the next step. `conversation`: the step follows from the number of answers in the request, so that a
   * request repeated after a crash gets the same answer again.
   */
  readonly by?: 'requests' | 'conversation'
  /** Adapts a step to its request: to the names of its tools, or to an id that the model was given. */
  readonly adapt?: (step: ScriptedStep, seen: SeenRequest) => ScriptedStep
}

/** Undefined if the script has ended. */
export function chooseStep(script: Script, seen: SeenRequest, requestsBefore: number): ScriptedStep | undefined {
  const step = findStep(script, seen, requestsBefore)
  return step && (script.adapt?.(step, seen) ?? step)
}

function findStep({ steps, by = 'requests' }: Script, seen: SeenRequest, requestsBefore: number): ScriptedStep | undefined {
  const last = seen.entries.at(-1)?.text ?? ''
  const matching = steps.find(({ when }) => when !== undefined && (typeof when === 'string' ? last.includes(when) : when.test(last)))
  if (matching) return matching
  const inOrder = steps.filter(({ when }) => when === undefined)
  return inOrder[by === 'requests' ? requestsBefore : seen.entries.filter(({ role }) => role === 'assistant').length]
}

export const piecesOf = ({ text = [] }: ScriptedStep): readonly string[] => (typeof text === 'string' ? [text] : text)

export const argumentsOf = ({ arguments: given = {} }: ScriptedCall): string => (typeof given === 'string' ? given : JSON.stringify(given))

export const usageOf = ({ usage = { input: 10, output: 5 } }: ScriptedStep): { input: number; output: number } => usage
