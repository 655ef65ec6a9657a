// Processes that outlive their call: which ones may keep running, and how the runner learns that it must end one. It gets `tool.cancel` on
// the stream; the answer to its next hello or heartbeat repeats what it missed.
import type { Execution, ExecutionId, ProcessReport, ProjectId, SessionId } from '@countersign/protocol'
import { PERSISTENT_TOOLS } from '@countersign/tools'
import { turnOf } from '../executions/calls-of-turn.ts'
import type { ReadTransaction } from '../ports/store.ts'
import type { Work } from '../work/core.ts'
import { draftRow } from '../work/work.ts'

/** The call ended well, and the process that it started may still run. */
export const isPersistent = ({ status, tool_name }: Execution): boolean => status === 'completed' && PERSISTENT_TOOLS.includes(tool_name)

/** The execution keeps its final status: this is not a transition. */
export const endProcess = (work: Work, execution: Execution): Promise<void> =>
  work.record(execution, ({ id, attempt_id }) => draftRow('tool.cancel', { tool_id: id, attempt_id }))

export async function endProcessesOf(
  work: Work,
  { session_id, project_id }: { session_id: SessionId; project_id: ProjectId },
  isMeant: (execution: Execution) => boolean = () => true,
): Promise<void> {
  const runner = await work.tx.runners.get(project_id)
  const known = new Map(runner?.processes.map(({ tool_id, running }) => [tool_id, running]))
  const agent = (await work.tx.sessions.get(session_id))?.agent ?? ''
  const persistent = await work.tx.executions.find({
    equal: { project_id, agent, session_id, status: 'completed' },
    among: { column: 'tool_name', values: PERSISTENT_TOOLS },
  })
  // A process that the runner has not reported yet may be running.
  for (const execution of persistent.filter(isMeant)) if (known.get(execution.id) !== false) await endProcess(work, execution)
}

/** Calls whose processes run at a runner and must be stopped. */
export async function processesToEnd(tx: ReadTransaction, project: ProjectId, processes: readonly ProcessReport[]): Promise<ExecutionId[]> {
  const ended: ExecutionId[] = []
  for (const { tool_id, running } of processes) if (running && !(await mayRunOn(tx, project, tool_id))) ended.push(tool_id)
  return ended
}

async function mayRunOn(tx: ReadTransaction, project: ProjectId, id: ExecutionId): Promise<boolean> {
  const execution = await tx.executions.get(id)
  if (execution?.project_id !== project || (execution.status !== 'executing' && execution.status !== 'completed')) return false
  if ((await turnOf(tx, execution))?.status === 'stopped') return false
  return (await tx.sessions.get(execution.session_id))?.ended_at === null
}

export async function noteOutputs(work: Work, before: readonly ProcessReport[], now: readonly ProcessReport[]): Promise<void> {
  const known = new Set(before.filter(({ output_bytes }) => output_bytes !== undefined).map(({ tool_id }) => tool_id))
  for (const { tool_id, output_bytes } of now) {
    if (output_bytes === undefined || known.has(tool_id)) continue
    const execution = await work.tx.executions.get(tool_id)
    // The end of a short process may be reported before the result of its call.
    const isMeant =
      execution && (execution.status === 'executing' || isPersistent(execution)) && PERSISTENT_TOOLS.includes(execution.tool_name)
    if (isMeant) await work.amend(execution, { output_bytes })
  }
}
