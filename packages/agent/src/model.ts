// What a model is to the agent: something that reads the conversation so far and says the next step. It never runs anything.
import type { Message, ToolCall, ToolView } from '@countersign/protocol'

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
  /** The text of this step as it comes. */
  readonly onText: (text: string) => void
  /** What came of this step so far does not count: the model begins it again. */
  readonly onRestart: () => void
}

export interface ModelStep {
  readonly content: string
  /** None: the model has answered. */
  readonly calls: readonly Omit<ToolCall, 'call_id'>[]
  /** What the same provider needs to go on from this step. */
  readonly provider: unknown
  readonly inputTokens: number
  readonly outputTokens: number
}

/** For a million tokens. */
export interface Prices {
  readonly input: number
  readonly output: number
  readonly currency: string
}

export interface Model {
  /** Under which it is configured and chosen. */
  readonly name: string
  readonly provider: string
  /** Absent where nobody wrote them down. */
  readonly prices?: Prices | undefined
  step(request: ModelRequest): Promise<ModelStep>
}

export type ModelProblem = 'key' | 'quota' | 'overloaded' | 'too-long' | 'not-found' | 'unreachable' | 'other'

/** A model that cannot answer, in words for the person. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly problem: ModelProblem

  constructor(problem: ModelProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
