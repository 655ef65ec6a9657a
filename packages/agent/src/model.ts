// The interface of a model: it reads the conversation so far and returns the next step. It never runs anything.
import { inEnglish, type Message, type Sentence, type ToolCall, type ToolView } from '@countersign/protocol'

/** One entry of the conversation as a model reads it. */
export type Entry =
  | { readonly kind: 'user' | 'summary'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[]; readonly provider: Message['provider'] }
  | { readonly kind: 'result'; readonly call: ToolCall; readonly text: string; readonly failed: boolean }

export interface ModelRequest {
  readonly system: string
  readonly conversation: readonly Entry[]
  readonly tools: readonly ToolView[]
  readonly signal: AbortSignal
  /** Called with each piece of text of this step. */
  readonly onText: (text: string) => void
  /** Called if the model starts this step again; the text received so far is discarded. */
  readonly onRestart: () => void
}

export interface ModelStep {
  readonly content: string
  /** The form of the last paragraph of the content, if that is our note. */
  readonly note_form?: Sentence | undefined
  /** Empty if the model has given its final answer. */
  readonly calls: readonly Omit<ToolCall, 'call_id'>[]
  /** Data that the same provider needs to continue from this step. */
  readonly provider: unknown
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Prices per million tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
  readonly currency: string
}

export interface Model {
  /** The name under which it is configured and chosen. */
  readonly name: string
  readonly provider: string
  /** Absent if no prices are configured. */
  readonly prices?: Prices | undefined
  step(request: ModelRequest): Promise<ModelStep>
}

export type ModelProblem = 'key' | 'quota' | 'overloaded' | 'too-long' | 'not-found' | 'unreachable' | 'other'

/** The model cannot answer. The message is for the person. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly problem: ModelProblem
  readonly messageForm: Sentence

  constructor(problem: ModelProblem, said: Sentence, options?: ErrorOptions) {
    super(inEnglish(said), options)
    this.messageForm = said
    this.problem = problem
  }
}
