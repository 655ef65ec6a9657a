// The end of a project: what runs in it is stopped, then it is gone at once for everybody; its rows go in the background. A
// signed head stays to say so.
import type { Engine } from '@countersign/core'
import type { Project } from '@countersign/protocol'
import type { Heads } from '../audit/index.ts'

export async function removeProject(engine: Engine, heads: Heads, project: Project): Promise<void> {
  const { store, clock } = engine.core
  await engine.stopProject(project.id)
  const head = await store.transact((tx) => tx.events.head(project.id))
  await heads.signHead({ project_id: project.id, ...head, removed: true }, new Date(clock.now()))
  await store.transact((tx) => tx.projects.delete(project.id))
}
