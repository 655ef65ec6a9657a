// A user's project: created once for each workspace, and found again by the id of the workspace.
import type { Project, ProjectId } from '@countersign/protocol'
import type { Core } from '../work/core.ts'

export interface ProjectRequest {
  readonly user_id: string
  readonly name: string
  /** If omitted, a new project with its own id is created. */
  readonly workspace_id?: string | undefined
}

export function createProject({ store, ids, clock }: Core, { user_id, name, workspace_id: given }: ProjectRequest): Promise<Project> {
  const id = ids.next<ProjectId>()
  const workspace_id = given ?? id
  return store.transact(async (tx) => {
    const [known] = await tx.projects.find({ equal: { user_id, workspace_id }, limit: 1 })
    if (known) return known
    const project = { id, user_id, name, workspace_id, created_at: new Date(clock.now()).toISOString() }
    await tx.projects.insert(project)
    return project
  })
}
