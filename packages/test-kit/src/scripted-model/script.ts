// What a scripted model says: a list of steps, and which of them answers a request.
import type { SeenRequest } from './seen-request.ts'

export interface ScriptedCall {
  /** `namespace.name` where the format groups its tools, as it is seen in the request. */
  readonly name: string
  /** A string is sent as it is, also where it is no JSON. */
  readonly arguments?: Readonly<Record<string, unknown>> | string
  readonly id?: string
}

export interface ScriptedStep {
  /** Only for a request whose last entry contains it; such a step may answer often. */
  readonly when?: string | RegExp
  /** Several pieces are streamed one by one. */
  readonly text?: string | readonly string[]
  /** Streamed before the text, with a signature that must come back. */
  readonly reasoning?: string
  readonly calls?: readonly ScriptedCall[]
  readonly finish?: 'stop' | 'length' | 'content-filter'
  readonly usage?: { readonly input: number; readonly output: number }
  /** An answer that is no stream. */
  readonly refuse?: ScriptedRefusal
  /** After the content: an error inside the stream, the connection reset, the answer ended, or bytes that are no event. */
  readonly breaks?: 'error' | 'reset' | 'end' | 'malformed'
  /** Nothing is sent before it is fulfilled. */
  readonly after?: Promise<unknown>
  /** The last piece of what it says is not sent before it is fulfilled. */
  readonly lastAfter?: Promise<unknown>
  /** What it says is sent at once; that it is whole, and so the end of the step, not before this is fulfilled. */
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
   * `requests`: each request takes the next step. `conversation`: the step is counted from the answers that the request holds, so
   * that a request that is sent again after a crash gets the same answer again.
   */
  readonly by?: 'requests' | 'conversation'
  /** Fits a step to its request: to the names of the tools there, or to an id that the model was told. */
  readonly adapt?: (step: ScriptedStep, seen: SeenRequest) => ScriptedStep
}

/** Undefined where the script is at its end. */
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
