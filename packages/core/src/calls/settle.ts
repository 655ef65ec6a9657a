// The result from a runner ends an execution, once. The same result again is accepted, a different one is refused. A result that arrives
// after the call was given up as lost is recorded beside its end.

import {
  describeField,
  describeIssue,
  type ErrorCode,
  type ErrorDetails,
  type Execution,
  type ExecutionIn,
  Failure,
  isErrorCode,
  isOwnAnswer,
  type LateResult,
  type ResultBody,
  sentence,
  withTexts,
} from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import { wasLost } from '../executions/late-result.ts'
import { keepRaw, type MaskedForm } from '../executions/record.ts'
import { readRunnerError } from '../executions/runner-error.ts'
import { type Core, commit, type Work } from '../work/core.ts'
import { draftRow, type RowDraft } from '../work/work.ts'
import { returnCall } from './return-call.ts'
import { UNDO } from './undo.ts'

export async function settle(core: Core, execution: Execution, body: ResultBody): Promise<Execution> {
  if (isReturned(execution, body)) return returnCall(core, execution, body)
  const raw = body.result ? await keepRaw(core, execution.project_id, body.result) : undefined
  const posted = { body, raw, ...readError(core, body) }
  return commit(core, 'settle', execution.project_id, async (work) => {
    const current = await work.tx.executions.get(execution.id)
    if (!current) throw new Failure('NOT_FOUND', { subject: sentence('noun.execution') })
    if (current.status !== 'executing' && !wasLost(current)) return settledBefore(current, posted)
    if (body.attempt_id && body.attempt_id !== current.attempt_id)
      throw new Failure('ALREADY_SETTLED', { subject: sentence('subject.other-attempt-counts') })
    if (body.status === 'completed') await checkResult(work, current, body.result)
    return current.status === 'executing' ? store(work, current, posted) : recordLate(work, current, posted)
  })
}

function settledBefore(current: Execution, { body, raw, error }: PostedResult): Execution {
  const same = current.status === body.status && current.result_digest === (raw?.digest ?? null) && current.error === error
  if (same) return current
  throw new Failure('ALREADY_SETTLED', {
    subject: sentence('subject.execution-is', { status: sentence(`status.${current.status}`) }),
    status: current.status,
  })
}

/** A runner that said hello answers in the tool's own shape; a plain client may omit fields. */
async function checkResult(work: Work, execution: Execution, result: Record<string, unknown>): Promise<void> {
  const whole = withTexts(result)
  const parsed = findTool(execution.tool_name)?.output.safeParse(whole)
  if (parsed?.success !== false || (await work.tx.runners.get(execution.project_id))?.said_hello === false) return
  const [issue] = parsed.error.issues
  const problem = issue ? describeIssue(issue, whole) : sentence('issue.not-understood')
  throw new Failure('INVALID_ARGUMENTS', { subject: describeField(`result.${issue?.path.join('.') ?? ''}`, problem) })
}

async function store(work: Work, current: ExecutionIn<'executing'>, { body, raw, error, error_details }: PostedResult): Promise<Execution> {
  const outcome = {
    at: work.at,
    execution_time_ms: body.execution_time_ms ?? work.now - Date.parse(current.started_at),
    result: raw?.value ?? null,
    result_digest: raw?.digest ?? null,
    result_masked: raw?.masked ?? false,
    output_bytes: body.output_bytes ?? current.output_bytes,
  }
  const ended =
    body.status === 'completed'
      ? await work.move(current, { type: 'result.completed', ...outcome }, resultRow)
      : await work.move(
          current,
          { type: 'result.failed', ...outcome, error: error ?? '', error_type: codeOf(body), error_details },
          resultRow,
        )
  if (ended.status === 'completed') await markUndone(work, ended)
  work.emit('tool.result_ack', { tool_id: ended.id, status: 'received' })
  return ended
}

function resultRow({ id, tool_name, status, error, error_type, error_details, result_digest }: Execution): RowDraft {
  const failure = error ? { error, error_form: error_details?.form, error_code: error_type } : {}
  return draftRow('tool.status', { tool_id: id, tool_name, status, ...failure, result_digest })
}

const RETURNED: ErrorCode = 'APPROVAL_NEEDED'

/** A call that a person has approved is never returned: here it is a failure like any other. */
const isReturned = (execution: Execution, body: ResultBody): boolean =>
  body.status === 'failed' && body.error_code === RETURNED && (execution.cleared_by === null || !isOwnAnswer(execution.cleared_by))

async function recordLate(work: Work, current: Execution, { body, raw, error, error_details }: PostedResult): Promise<Execution> {
  const late: LateResult = {
    status: body.status,
    received_at: work.at,
    execution_time_ms: body.execution_time_ms ?? null,
    result: raw?.value ?? null,
    result_digest: raw?.digest ?? null,
    result_masked: raw?.masked ?? false,
    error,
    ...(error_details?.form && { error_form: error_details.form }),
    error_type: body.status === 'failed' ? codeOf(body) : null,
  }
  if (current.late_result) return recordedBefore(current, current.late_result, late)
  const known = await work.amend(current, { late_result: late, output_bytes: body.output_bytes ?? null })
  if (late.status === 'completed') await markUndone(work, known)
  await work.record(known, () => lateRow(known, late))
  work.emit('tool.result_ack', { tool_id: known.id, status: 'received' })
  return known
}

function recordedBefore(current: Execution, known: LateResult, late: LateResult): Execution {
  const isSame = known.status === late.status && known.result_digest === late.result_digest && known.error === late.error
  if (isSame) return current
  throw new Failure('ALREADY_SETTLED', { subject: sentence('subject.other-late-result'), status: current.status })
}

function lateRow({ id, session_id, tool_name }: Execution, late: LateResult): RowDraft {
  const { status, execution_time_ms, error, error_form, error_type, result_digest } = late
  const outcome = { status, execution_time_ms, error, error_form, error_code: error_type, result_digest }
  return draftRow('tool.late_result', { tool_id: id, session_id, tool_name, ...outcome })
}

/** Called in the transaction that completes an undo, or learns that it was completed: marks the execution that was undone. */
async function markUndone(work: Work, undo: Execution): Promise<void> {
  if (undo.tool_name !== UNDO) return
  const undone = await work.tx.executions.get(String(undo.tool_params.tool_id))
  if (undone?.status !== 'completed' || undone.project_id !== undo.project_id) return
  await work.amend(undone, { undone_by: undo.id })
}

interface PostedResult {
  readonly body: ResultBody
  readonly raw: MaskedForm<Record<string, unknown>> | undefined
  readonly error: string | null
  readonly error_details?: ErrorDetails
}

function readError({ masker }: Core, body: ResultBody): Pick<PostedResult, 'error' | 'error_details'> {
  if (!('error' in body)) return { error: null }
  const { error, form } = readRunnerError(masker, body)
  return { error, ...(form && { error_details: { form } }) }
}

const codeOf = (body: Extract<ResultBody, { status: 'failed' }>): ErrorCode => (isErrorCode(body.error_code) ? body.error_code : 'INTERNAL')
