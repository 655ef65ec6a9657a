// Processes that are still running on the operator's machine after their call has ended, as last reported by the runner.
import { isOnline, isPersistent, type ReadTransaction } from '@countersign/core'
import type { Execution, ProcessReport, ProcessView } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

export function createProcessHandlers({ engine, access }: Pick<AppContext, 'engine' | 'access'>): Pick<Handlers, 'listProcesses'> {
  const { clock } = engine
  return {
    listProcesses: async ({ params, principal }) => {
      const project = await access.project(principal, params.p)
      return engine.read(async (tx) => {
        const runner = await tx.runners.get(project.id)
        const views = await Promise.all((runner?.processes ?? []).map((report) => viewOf(tx, report)))
        return {
          success: true,
          runner_online: isOnline(runner, new Date(clock.now()).toISOString()),
          processes: views.filter((view) => view !== undefined),
        }
      })
    },
  }
}

/** Whether a process started by the call is still running after its end, as far as the runner has reported. */
export async function isStillRunning(tx: ReadTransaction, execution: Execution): Promise<boolean> {
  if (!isPersistent(execution)) return false
  const runner = await tx.runners.get(execution.project_id)
  return runner?.processes.find(({ tool_id }) => tool_id === execution.id)?.running ?? false
}

/** A call without a record here is not shown; the runner is asked to end its process. */
async function viewOf(tx: ReadTransaction, report: ProcessReport): Promise<ProcessView | undefined> {
  const execution = await tx.executions.get(report.tool_id)
  return execution && { ...report, session_id: execution.session_id, command: String(execution.tool_params.command) }
}
