// One way to call tools and to answer for the operator. The same scenarios pass on every channel.
import type { Folder } from '../../../../packages/test-kit/src/folders/make-folder.ts'

/**
 * The operator's answer: approve, approve with other arguments, or reject. The answer to a question of the agent is in
 * `modified_arguments`.
 */
export interface Answer {
  readonly decision: 'approve' | 'edit' | 'reject'
  readonly modified_arguments?: Record<string, unknown>
  readonly feedback?: string
}

export interface Asked {
  readonly tool_name: string
  readonly args: Record<string, unknown>
  readonly preview?: unknown
  readonly risk_level?: string | undefined
}

export interface Outcome {
  /** As the tool returned it, with texts inline: nothing by reference. */
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: string; readonly message: string }
  /** Every question that the operator was asked, in order. */
  readonly asked: readonly Asked[]
}

export interface CallOptions {
  /** The operator's answer to each question; without it a question fails the scenario. */
  readonly answer?: Answer
  /** The agent wants the operator to be asked. */
  readonly requires_approval?: boolean
}

export interface Channel extends AsyncDisposable {
  readonly workspace: Folder
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<Outcome>
}

export type OpenChannel = (files: Readonly<Record<string, string>>) => Promise<Channel>

export function answerTo(asked: Asked, { answer }: CallOptions): Answer {
  if (!answer) throw new Error(`nobody was to be asked: ${JSON.stringify(asked)}`)
  return answer
}
