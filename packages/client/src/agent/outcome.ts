// The outcome of a call. Refusals, rejections and failures are outcomes, not exceptions: an agent has to read them.
import { bodyText, type CallView, resolveReferences, type Status } from '@countersign/protocol'

export interface Outcome {
  readonly ok: boolean
  readonly status: Status
  /** Bounded text for a model: what happened and what to do next. Content of the workspace is marked as data. */
  readonly report: string
  readonly result?: unknown
  readonly error?: string
  readonly error_code?: string
  readonly tool_id: string
  readonly session_id: string
}

export function outcomeOf({ status, report, result, error, error_code, tool_id, session_id }: CallView): Outcome {
  return {
    ok: status === 'completed' && (result as { success?: unknown } | null | undefined)?.success !== false,
    status,
    report: report ?? error ?? JSON.stringify(result ?? null),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
    ...(error_code !== undefined && { error_code }),
    tool_id,
    session_id,
  }
}

/** The result with every reference replaced by its text. */
export async function withWholeResult(outcome: Outcome, fetchBody: (sha256: string) => Promise<Uint8Array>): Promise<Outcome> {
  const { result } = outcome
  if (typeof result !== 'object' || result === null) return outcome
  return { ...outcome, result: await resolveReferences(result, async (sha256) => bodyText(await fetchBody(sha256))) }
}
