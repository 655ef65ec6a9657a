// What an agent asks for.
import type { BaseDigests, Failure, TurnId } from '@countersign/protocol'

export interface CallRequest {
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
  readonly session_id?: string | undefined
  readonly call_id?: string | undefined
  /** What the files of the operator's own save must still hold: the editor's own reading of them. */
  readonly base_digests?: BaseDigests | undefined
  /** Of the turn that makes the call: one that has ended calls nothing any more. */
  readonly turn_id?: TurnId | undefined
  /** The operator is asked even where nothing else says so. */
  readonly always_ask?: boolean | undefined
  /** Why the channel that the call came by does not carry it: recorded like any other refusal. */
  readonly refusal?: Failure | undefined
}
