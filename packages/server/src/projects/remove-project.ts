// The end of a project: all that is open in it ends, then it is gone with its log. A signed head stays to say so.
import type { Engine } from '@countersign/core'
import type { Project } from '@countersign/protocol'
import type { Heads } from '../audit/index.ts'

export async function removeProject(engine: Engine, heads: Heads, project: Project): Promise<void> {
  const { store, clock } = engine.core
  const [sessions, runner] = await store.transact(async (tx) => [
    await tx.sessions.find({ equal: { project_id: project.id, ended_at: null } }),
    await tx.runners.get(project.id),
  ])
  for (const session of sessions) await engine.endSession(session)
  if (runner) await engine.releaseLease(project.id, runner.runner_id)
  const head = await store.transact((tx) => tx.events.head(project.id))
  await heads.signHead({ project_id: project.id, ...head, removed: true }, new Date(clock.now()))
  await store.transact((tx) => tx.projects.delete(project.id))
}
