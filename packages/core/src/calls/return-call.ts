// A call that was cleared by a rule, a grant or its risk, and that the runner returned: its resolved names need a person's own answer.
// Nothing has run. The operator is asked now, as if they had been asked at once.
import { type Execution, type ExecutionIn, Failure, type ResultBody, type Sentence, sentence } from '@countersign/protocol'
import { judgeCall } from '@countersign/tools'
import { isPreviewed } from '../approvals/check-edit.ts'
import { openApproval } from '../approvals/open.ts'
import { guardOf, judgedMode, loadJudging } from '../executions/judging.ts'
import { isFull, refuseCall, requestPreview } from '../executions/pending-call.ts'
import { type LoadedForJudgement, loadForJudgement, rawParams } from '../executions/record.ts'
import { readRunnerError } from '../executions/runner-error.ts'
import { refusalByNever } from '../grants/use-grants.ts'
import { type Core, commit, type Work } from '../work/core.ts'
import { NEXT_ROW } from '../work/work.ts'

interface Returned {
  readonly params: Record<string, unknown>
  readonly loaded: LoadedForJudgement
  readonly why: Sentence
}

export async function returnCall(core: Core, execution: Execution, body: ResultBody): Promise<Execution> {
  const params = await rawParams(core, execution)
  const { project_id, tool_name } = execution
  const loaded = await loadForJudgement(core, { project_id, tool_name, tool_params: params })
  const { error, form } = readRunnerError(core.masker, 'error' in body ? body : { error: '' })
  const why = form ?? sentence('text', { text: error })
  return commit(core, 'settle', project_id, async (work) => {
    const current = await work.tx.executions.get(execution.id)
    if (!current) throw new Failure('NOT_FOUND', { subject: sentence('noun.execution') })
    if (current.status === 'pending' || current.status === 'awaiting_approval') return current
    if (current.status !== 'executing' || (body.attempt_id && body.attempt_id !== current.attempt_id))
      throw new Failure('ALREADY_SETTLED', {
        subject: sentence('subject.execution-is', { status: sentence(`status.${current.status}`) }),
        status: current.status,
      })
    const pending = await work.move(current, { type: 'clearance.returned' }, NEXT_ROW)
    const next = await askFor(core, work, pending, { params, loaded, why })
    work.emit('tool.result_ack', { tool_id: current.id, status: 'received' })
    return next
  })
}

async function askFor(core: Core, work: Work, pending: ExecutionIn<'pending'>, { params, loaded, why }: Returned): Promise<Execution> {
  const judging = await loadJudging(work.tx, pending.project_id)
  const judged = judgeCall(pending.tool_name, params, guardOf(core, judging, { ...loaded, mode: judgedMode(pending) }))
  if ('refusal' in judged) return refuseCall(core, work, pending, judged.refusal)
  if (await isFull(work, pending.session_id)) return refuseCall(core, work, pending, new Failure('TOO_MANY_PENDING'))
  const never = await refusalByNever(work, pending, judged)
  if (never) return refuseCall(core, work, pending, never)
  if (isPreviewed({ judged, runner: judging.runner, at: work.at })) return requestPreview(core, work, pending, params)
  const asked = { ...judged, reasons: [...judged.reasons, why] }
  return openApproval(core, work, { execution: pending, judged: asked, preview: null, params })
}
