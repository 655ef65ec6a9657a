// An approved execution goes to the runner at once if one can take it, else it waits for one, for a while.
import type { Execution, ExecutionIn, Status } from '@countersign/protocol'
import { type Core, isOnline, later, type Work } from '../core.ts'
import { canRun, dispatched } from './dispatch.ts'
import { replaceExecution } from './replace.ts'
import { emitSignal, emitStatus } from './telling/emit.ts'

export async function releaseApproved(
  core: Core,
  work: Work,
  approved: ExecutionIn<'approved'>,
  params: Record<string, unknown> | undefined,
  from: Status,
): Promise<void> {
  const runner = await work.tx.runners.get(approved.project_id)
  const ready = isOnline(runner, work.at) && canRun(runner, approved)
  const next: Execution = ready
    ? dispatched(core, work, approved, runner)
    : { ...approved, runner_deadline_at: approved.runner_deadline_at ?? later(work.now, core.settings.runner_wait_seconds) }
  await replaceExecution(work, next, from)
  if (next.status === 'executing') emitSignal(work, next, params, ['execution.dispatched'])
  else if (from !== 'approved') emitStatus(work, next, [])
}
