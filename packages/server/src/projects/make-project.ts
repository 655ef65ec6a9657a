// A project of a user: made once per workspace, found again by the workspace's id.
import type { Core } from '@countersign/core'
import type { Project, ProjectId } from '@countersign/protocol'

export interface ProjectRequest {
  readonly user_id: string
  readonly name: string
  /** Left out, the project is a new one with an id of its own. */
  readonly workspace_id?: string | undefined
}

export function makeProject({ store, ids, clock }: Pick<Core, 'store' | 'ids' | 'clock'>, request: ProjectRequest): Promise<Project> {
  const id = ids.next<ProjectId>()
  const workspace_id = request.workspace_id ?? id
  return store.transact(async (tx) => {
    const [known] = await tx.projects.find({ equal: { user_id: request.user_id, workspace_id }, limit: 1 })
    if (known) return known
    const project = { id, user_id: request.user_id, name: request.name, workspace_id, created_at: new Date(clock.now()).toISOString() }
    await tx.projects.insert(project)
    return project
  })
}
