// A user's project: created once for each workspace, and found again by the id of the workspace.
import type { Mode, Project, ProjectId } from '@countersign/protocol'
import type { Core } from '../work/core.ts'

export interface ProjectRequest {
  readonly user_id: string
  readonly name: string
  /** If omitted, a new project with its own id is created. */
  readonly workspace_id?: string | undefined
  /** For a new project; one that exists keeps its mode. */
  readonly mode?: Mode | undefined
}

export function createProject(
  { store, ids, clock, settings }: Core,
  { user_id, name, workspace_id: given, mode }: ProjectRequest,
): Promise<Project> {
  const id = ids.next<ProjectId>()
  const workspace_id = given ?? id
  return store.transact(async (tx) => {
    const [known] = await tx.projects.find({ equal: { user_id, workspace_id }, limit: 1 })
    if (known) return known
    const project: Project = {
      id,
      user_id,
      name,
      workspace_id,
      mode: mode ?? settings.default_mode,
      toolchains: null,
      commands: [],
      created_at: new Date(clock.now()).toISOString(),
    }
    await tx.projects.insert(project)
    return project
  })
}
