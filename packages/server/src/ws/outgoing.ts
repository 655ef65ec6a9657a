// The server's messages about a call: a question, the order to run it, and its end. Each fits into one frame.
import { callViewOf, type Engine } from '@countersign/core'
import {
  type Approval,
  bodyText,
  type CodelabMessageOf,
  type Execution,
  type ExecutionIn,
  Failure,
  hasReference,
  LIMITS,
  type ProjectId,
  refusalOnChannel,
  resolveReferences,
  sentence,
} from '@countersign/protocol'

type Params = Record<string, unknown>

/** Space for the other fields around the longest part of a message. */
const ENVELOPE_BYTES = 64 * 1024

const fits = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= LIMITS.maxFrameBytes - ENVELOPE_BYTES

/**
 * `call_id` is the name of the call on this connection.
 * `masked` names the parts that records mask; here they are shown unmasked.
 * `abridged` is set if something that the person must see before approving does not fit.
 */
export async function questionOf(engine: Engine, approval: Approval, call_id: string): Promise<CodelabMessageOf<'tool_call'>> {
  const { id, tool_id, tool_name, kind, agent, description, preview, risk_level, reasons, timeout_seconds, expires_at } = approval
  const whole = await putTextsBack(engine, approval.project_id, approval.tool_params)
  const args = fits([whole, preview]) ? whole : approval.tool_params
  const previewFits = fits([args, preview])
  // The preview of an agent's question contains all of it; the preview of a change may be partial.
  const showsAll = previewFits && (kind === 'question' || !hasReference(args))
  return {
    type: 'tool_call',
    call_id,
    tool_id,
    tool_name,
    args,
    requires_approval: true,
    approval_id: id,
    kind,
    agent,
    description,
    ...(approval.description_form && { description_form: approval.description_form }),
    preview: previewFits ? preview : null,
    risk_level,
    reasons,
    ...(approval.reasons_forms && { reasons_forms: approval.reasons_forms }),
    timeout_seconds,
    expires_at,
    ...(approval.masked.length > 0 && { masked: approval.masked }),
    ...(!showsAll && { abridged: true }),
  }
}

/** The only message that makes an IDE run something; a failure if the call is too long for this channel. */
export async function runCallOf(
  engine: Engine,
  execution: ExecutionIn<'executing'>,
  call_id: string,
): Promise<CodelabMessageOf<'tool_call'> | Failure> {
  const { id, tool_name, attempt_id, project_id } = execution
  const args = await putTextsBack(engine, project_id, await engine.rawParams(execution))
  const refusal = refusalOf(args)
  return refusal ?? { type: 'tool_call', call_id, tool_id: id, tool_name, args, requires_approval: false, attempt_id }
}

function refusalOf(values: Params): Failure | undefined {
  const refusal = refusalOnChannel(values)
  if (refusal) return refusal
  return hasReference(values) || !fits(values)
    ? new Failure('FILE_TOO_LARGE', { subject: sentence('subject.channel-too-long') })
    : undefined
}

/** A text that is too long for this channel, or was pruned, stays a reference. */
const putTextsBack = ({ bodies }: Engine, project: ProjectId, params: Params): Promise<Params> =>
  resolveReferences(params, async (digest) => {
    const size = await bodies.size(project, digest)
    const bytes = size === undefined || size > LIMITS.maxDiffBytes ? undefined : await bodies.get(project, digest)
    return bytes && bodyText(bytes)
  })

/** An agent gets its own result unmasked; a person sees the masked form. */
export async function resultOf(
  engine: Engine,
  execution: Execution,
  { call_id, raw }: { readonly call_id: string; readonly raw: boolean },
): Promise<CodelabMessageOf<'tool_result'>> {
  const { error, error_code = 'INTERNAL', advice } = callViewOf(execution)
  const stored = (raw ? await engine.rawResult(execution) : execution.result) as Params | null
  const result = stored && (await putTextsBack(engine, execution.project_id, stored))
  const refusal = result && refusalOf(result)
  const operator_change = raw ? await engine.operatorsChange(execution) : undefined
  const answer = { type: 'tool_result', call_id, ...(operator_change && { operator_change }) } as const
  if (error !== undefined)
    return { ...answer, ...(result && !refusal && { result }), error: { code: error_code, message: error, ...(advice && { advice }) } }
  return refusal ? { ...answer, error: { code: refusal.code, message: refusal.message } } : { ...answer, result: result ?? {} }
}
