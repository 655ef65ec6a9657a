// The runner's preview of a file change or of a command that runs scripts of the workspace: it is judged again with the resolved names,
// then the operator is asked.
import { type Execution, type ExecutionIn, Failure, isErrorCode, type PreviewBody, sentence } from '@countersign/protocol'
import { judgeCall } from '@countersign/tools'
import { openApproval } from '../approvals/open.ts'
import { guardOf, judgedMode, loadJudging } from '../executions/judging.ts'
import { refuseCall } from '../executions/pending-call.ts'
import { type LoadedForJudgement, loadForJudgement, rawParams } from '../executions/record.ts'
import { readRunnerError } from '../executions/runner-error.ts'
import { refusalByNever } from '../grants/use-grants.ts'
import { type Core, commit, type Work } from '../work/core.ts'

type Shown = Extract<PreviewBody, { preview: unknown }>

export async function receivePreview(core: Core, execution: Execution, body: PreviewBody): Promise<Execution> {
  const params = await rawParams(core, execution)
  const { project_id, tool_name } = execution
  const loaded = await loadForJudgement(core, { project_id, tool_name, tool_params: params })
  return commit(core, 'preview', execution.project_id, async (work) => {
    const current = await work.tx.executions.get(execution.id)
    if (current?.status !== 'pending')
      throw new Failure('ALREADY_SETTLED', {
        subject: sentence('subject.execution-is', { status: sentence(`status.${current?.status ?? 'gone'}`) }),
      })
    if (current.call_digest !== execution.call_digest) throw new Failure('INPUT_CHANGED', { subject: sentence('subject.call-edited') })
    if (!('error' in body)) return ask(core, work, current, { body, params, loaded })
    const { error: message, form: messageForm } = readRunnerError(core.masker, body)
    const code = isErrorCode(body.error_code) ? body.error_code : 'INTERNAL'
    return refuseCall(core, work, current, { message, code, ...(messageForm && { messageForm }) })
  })
}

async function ask(
  core: Core,
  work: Work,
  current: ExecutionIn<'pending'>,
  shown: { body: Shown; params: Record<string, unknown>; loaded: LoadedForJudgement },
): Promise<Execution> {
  const judging = await loadJudging(work.tx, current.project_id)
  const { preview, base_digests, resolved_paths, folders = [] } = shown.body
  const resolve = (path: string) =>
    resolved_paths[path] === undefined ? undefined : { path: resolved_paths[path], isFolder: folders.includes(path) }
  const judged = judgeCall(current.tool_name, shown.params, guardOf(core, judging, { ...shown.loaded, mode: judgedMode(current), resolve }))
  if ('refusal' in judged) return refuseCall(core, work, current, judged.refusal)
  const never = await refusalByNever(work, current, judged)
  if (never) return refuseCall(core, work, current, never)
  if (judged.tool.preview && Object.keys(base_digests).length === 0)
    return refuseCall(core, work, current, new Failure('INTERNAL', { subject: sentence('subject.preview-names-no-file') }))
  return openApproval(core, work, { execution: current, judged, params: shown.params, preview, base_digests })
}
