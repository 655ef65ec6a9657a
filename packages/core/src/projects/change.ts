// What a person may change in a project: its name. The change is logged.
import type { Project, ProjectId } from '@countersign/protocol'
import { type Core, commit, ownProject, type Principal } from '../work/core.ts'

export interface ProjectChange {
  readonly name: string
}

export const changeProject = (core: Core, principal: Principal, id: ProjectId, { name }: ProjectChange): Promise<Project> =>
  commit(core, 'session', id, async (work) => {
    const project = { ...ownProject(principal, await work.tx.projects.get(id)), name }
    await work.tx.projects.update(project)
    work.emit('project.changed', { project_id: id, name, by: principal.user_id })
    return project
  })
