// The project's list of commands: the toolchains of its workspace, and what the operator added. Only the operator changes it; the toolchains
// that the first runner found are the list's beginning, and one whose files appear later waits for the operator's word.
import { checkListedCommand } from '@countersign/policy'
import { Failure, LIMITS, type ListEntry, type Project, type ProjectId, sentence } from '@countersign/protocol'
import { type Core, commit, ownProject, type Principal, type Work } from '../work/core.ts'
import { type Origin, originOf } from './origin.ts'

export async function listFirstToolchains(work: Work, id: ProjectId, found: readonly string[]): Promise<void> {
  const project = await work.tx.projects.get(id)
  if (!project || project.toolchains !== null) return
  await work.tx.projects.update({ ...project, toolchains: [...found] })
  if (found.length > 0) work.emit('project.changed', { project_id: id, name: project.name, listed: asToolchains(found), by: 'runner' })
}

const asToolchains = (names: readonly string[]): ListEntry[] => names.map((name) => ({ kind: 'toolchain', name }))

export interface ListChange extends Origin {
  readonly add?: readonly ListEntry[]
  readonly remove?: readonly ListEntry[]
}

export const changeList = (core: Core, principal: Principal, id: ProjectId, change: ListChange): Promise<Project> =>
  commit(core, 'session', id, async (work) => changeListIn(work, principal, ownProject(principal, await work.tx.projects.get(id)), change))

/** Emits nothing where the list is already so. */
export async function changeListIn(work: Work, principal: Principal, project: Project, change: ListChange): Promise<Project> {
  const add = (change.add ?? []).map(checked).filter((entry) => !isListed(project, entry))
  const remove = (change.remove ?? []).filter((entry) => isListed(project, entry))
  if (add.length + remove.length === 0) return project
  const isKept = (kind: ListEntry['kind'], name: string) => !remove.some((entry) => entry.kind === kind && entry.name === name)
  const names = (kind: ListEntry['kind']) => add.filter((entry) => entry.kind === kind).map(({ name }) => name)
  const changed: Project = {
    ...project,
    toolchains: [...(project.toolchains ?? []).filter((name) => isKept('toolchain', name)), ...names('toolchain')],
    commands: [
      ...project.commands.filter(({ command }) => isKept('command', command)),
      ...names('command').map((command) => ({ command, added_by: principal.user_id, added_at: work.at })),
    ],
  }
  if (changed.commands.length > LIMITS.maxListedCommands)
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('problem.list-full', { limit: LIMITS.maxListedCommands }) })
  await work.tx.projects.update(changed)
  work.emit('project.changed', {
    project_id: project.id,
    name: project.name,
    ...(add.length > 0 && { listed: add }),
    ...(remove.length > 0 && { unlisted: remove }),
    ...originOf(principal, change),
  })
  return changed
}

const isListed = ({ toolchains, commands }: Project, { kind, name }: ListEntry): boolean =>
  kind === 'toolchain' ? (toolchains ?? []).includes(name) : commands.some(({ command }) => command === name)

/** What can never be listed is refused with a sentence; the others are written with single spaces. */
function checked({ kind, name }: ListEntry): ListEntry {
  if (kind === 'toolchain') return { kind, name }
  const { command, problem } = checkListedCommand(name)
  if (problem) throw new Failure('INVALID_ARGUMENTS', { subject: problem })
  return { kind, name: command }
}
