// The end of a project: what is running is stopped and its runner released; then the project is gone at once for everybody, and its rows
// are removed in the background. Pending calls need no end of their own: they disappear with the project, and nobody can answer them any
// more.
import { type ProjectId, sentence } from '@countersign/protocol'
import { cancelExecution } from '../../calls/cancel.ts'
import { endProcess } from '../../processes/processes.ts'
import { goOffline } from '../../runners/lease.ts'
import { endOpenTurn } from '../../turns/end-turn.ts'
import { type Core, commit, type Work } from '../../work/core.ts'

const WHY = sentence('subject.project-deleted')

export interface LogHead {
  readonly seq: number
  readonly hash: string
}

/** `sign` is called with the end of the log before the project is gone, so that a signed head remains as proof. */
export async function deleteProject(core: Core, project: ProjectId, sign: (head: LogHead) => Promise<unknown>): Promise<void> {
  await stopProject(core, project)
  await sign(await core.store.transact((tx) => tx.events.head(project)))
  await core.store.transact((tx) => tx.projects.delete(project))
}

async function stopProject(core: Core, project_id: ProjectId): Promise<void> {
  await commit(core, 'session', project_id, async (work) => {
    const turns = await work.tx.turns.find({ equal: { project_id, ended_at: null } })
    for (const turn of turns) await endOpenTurn(core, work, turn, { status: 'stopped', error: WHY })
    for (const execution of await work.tx.executions.find({ equal: { project_id, status: 'executing' } }))
      await cancelExecution(core, work, execution, WHY)
    await stopRunner(core, work, project_id)
  })
  core.executionChanges.endWaits(project_id)
}

async function stopRunner(core: Core, work: Work, project_id: ProjectId): Promise<void> {
  const runner = await work.tx.runners.get(project_id)
  for (const { tool_id, running } of runner?.processes ?? []) {
    const execution = running ? await work.tx.executions.get(tool_id) : undefined
    if (execution) await endProcess(work, execution)
  }
  if (runner?.online) await goOffline(core, work, runner)
}
