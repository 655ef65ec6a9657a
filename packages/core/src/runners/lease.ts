// Keeping, losing and releasing the lease of a project.
import type { ExecutionId, ProcessReport, Project, ProjectId, Runner, RunnerId } from '@countersign/protocol'
import { judgeCall } from '@countersign/tools'
import { openApproval } from '../approvals/open.ts'
import { dispatch } from '../executions/dispatch.ts'
import { guardOf, judgedMode, loadJudging } from '../executions/judging.ts'
import { noteOutputs } from '../processes/processes.ts'
import { type Core, commit, isOnline, isPlain, later, type Work } from '../work/core.ts'
import { signalRow } from '../work/work.ts'
import { type LeaseRequest, takeLease } from './hello.ts'
import { reconcile } from './reconcile.ts'

/** The four tools that every plain client has. */
export const BASIC_TOOLS = ['read_file', 'write_file', 'execute_command', 'list_directory'] as const

/** What a heartbeat says; what it leaves out is unchanged. */
export interface HeartbeatReport {
  readonly processes?: ProcessReport[] | undefined
  readonly secrets_in_git?: Runner['secrets_in_git'] | undefined
}

export async function renewLease(
  core: Core,
  project: Project,
  runnerId: RunnerId,
  { processes, secrets_in_git }: HeartbeatReport = {},
): Promise<boolean> {
  return commit(core, 'lease', project.id, async (work) => {
    const runner = await work.tx.runners.get(project.id)
    if (runner?.runner_id !== runnerId || !isOnline(runner, work.at)) return false
    await noteOutputs(work, runner.processes, processes ?? [])
    return work.tx.runners.update({
      ...runner,
      ...(processes && { processes }),
      ...(secrets_in_git !== undefined && { secrets_in_git }),
      lease_expires_at: later(work.now, core.settings.lease_seconds),
    })
  })
}

/** A client that opened the stream with a runner token and did not say hello: it has the tools that it names, and no sandbox. */
export async function joinPlain(core: Core, project: Project, tools: readonly string[] = BASIC_TOOLS): Promise<RunnerId | undefined> {
  const runnerId = core.ids.next<RunnerId>()
  const request: LeaseRequest = {
    runner_id: runnerId,
    project_id: project.id,
    user_id: project.user_id,
    tools: [...tools],
    isolation: 'none',
    platform: 'plain client',
    read_only: false,
    roots: [],
    toolchains: [],
    secrets_in_git: null,
    said_hello: false,
    processes: [],
  }
  return commit(core, 'lease', project.id, async (work) => {
    const runner = await takeLease(core, work, request)
    if (!runner) return undefined
    const { waiting } = await reconcile(core, work, runner, [])
    for (const { tool_id } of waiting) await offerAgain(core, work, runner, tool_id)
    return runnerId
  })
}

/** A plain client reports which other tools it has or lacks: calls that waited for those tools are sent to it. */
export async function equipPlain(
  core: Core,
  project: ProjectId,
  runnerId: RunnerId,
  tools: readonly string[] = BASIC_TOOLS,
): Promise<void> {
  await commit(core, 'lease', project, async (work) => {
    const runner = await work.tx.runners.get(project)
    if (runner?.runner_id !== runnerId || !isPlain(runner, work.at) || runner.tools.join() === tools.join()) return
    await work.tx.runners.update({ ...runner, tools: [...tools] })
    work.emit('runner.online', { runner_id: runnerId, isolation: runner.isolation, platform: runner.platform })
    const judging = await loadJudging(work.tx, project)
    for (const execution of await work.tx.executions.find({ equal: { project_id: project, status: 'approved' } }))
      if (execution.status === 'approved') await dispatch(core, work, execution, { judging })
  })
}

/**
 * A plain client fetches nothing on its own and makes no previews: signals are sent once more, and the operator is asked without a preview.
 */
async function offerAgain(core: Core, work: Work, runner: Runner, id: ExecutionId): Promise<void> {
  const execution = await work.tx.executions.get(id)
  if (execution?.status === 'executing') await work.record(execution, (again, moves) => signalRow(again, undefined, moves))
  // Calls whose raw parameters differ from the record wait for a runner that can fetch them.
  if (execution?.status !== 'pending' || execution.params_masked) return
  const { project } = await loadJudging(work.tx, runner.project_id)
  const judged = judgeCall(execution.tool_name, execution.tool_params, guardOf(core, { project, runner }, { mode: judgedMode(execution) }))
  if ('refusal' in judged) return
  await openApproval(core, work, { execution, judged, params: execution.tool_params, preview: null })
}

export async function releaseLease(core: Core, project: ProjectId, runnerId: RunnerId, processes?: ProcessReport[]): Promise<void> {
  await commit(core, 'lease', project, async (work) => {
    const runner = await work.tx.runners.get(project)
    if (runner?.runner_id !== runnerId || !isOnline(runner, work.at)) return
    await noteOutputs(work, runner.processes, processes ?? [])
    await goOffline(core, work, { ...runner, ...(processes && { processes }) })
  })
}

export async function goOffline(core: Core, work: Work, runner: Runner): Promise<void> {
  await work.tx.runners.update({ ...runner, online: false, lease_expires_at: work.at })
  work.emit('runner.offline', { runner_id: runner.runner_id })
  const deadline = later(work.now, core.settings.runner_wait_seconds)
  for (const execution of await work.tx.executions.find({ equal: { project_id: runner.project_id, status: 'executing' } })) {
    const sooner = execution.runner_deadline_at && execution.runner_deadline_at < deadline
    if (!sooner) await work.amend(execution, { runner_deadline_at: deadline })
  }
}
