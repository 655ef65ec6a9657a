// What a person may change in a project: its name and its mode. The change is logged with who made it and from where. What waits keeps the
// verdict that it was given.
import { Failure, lowerMode, type Mode, type Project, type ProjectId, sentence } from '@countersign/protocol'
import { type Core, commit, ownProject, type Principal } from '../work/core.ts'
import { type Origin, originOf } from './origin.ts'

export interface ProjectChange extends Origin {
  readonly name?: string | undefined
  readonly mode?: Mode | undefined
}

export const changeProject = (core: Core, principal: Principal, id: ProjectId, change: ProjectChange): Promise<Project> =>
  commit(core, 'session', id, async (work) => {
    const before = ownProject(principal, await work.tx.projects.get(id))
    const project = { ...before, name: change.name ?? before.name, mode: change.mode ?? before.mode }
    if (change.mode) checkCap(core, change.mode)
    if (project.name === before.name && project.mode === before.mode) return project
    await work.tx.projects.update(project)
    const moved = project.mode !== before.mode && { mode: project.mode, mode_before: before.mode }
    work.emit('project.changed', { project_id: id, name: project.name, ...moved, ...originOf(principal, change) })
    return project
  })

/** A mode above the cap would have no effect, so that the person is told instead. */
function checkCap({ policy: { maxMode } }: Core, mode: Mode): void {
  if (maxMode !== undefined && lowerMode(mode, maxMode) !== mode)
    throw new Failure('POLICY_DENIED', { subject: sentence('subject.mode-capped', { mode, cap: maxMode }) })
}
