// The project's list of commands: which toolchains and commands are everyday ones there. Only the operator changes it.
import { ownProject } from '@countersign/core'
import type { Project, Runner } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

export function createCommandHandlers({
  engine,
  access,
}: Pick<AppContext, 'engine' | 'access'>): Pick<Handlers, 'listCommands' | 'addCommand' | 'removeCommand'> {
  const answer = async (project: Project) => {
    access.forget(project.id)
    return viewOf(project, await engine.read((tx) => tx.runners.get(project.id)))
  }
  return {
    listCommands: ({ params, principal }) =>
      engine.read(async (tx) => viewOf(ownProject(principal, await tx.projects.get(params.p)), await tx.runners.get(params.p))),
    addCommand: async ({ params, body, principal, ip }) => answer(await engine.changeList(principal, params.p, { add: [body], from: ip })),
    removeCommand: async ({ params, body, principal, ip }) =>
      answer(await engine.changeList(principal, params.p, { remove: [body], from: ip })),
  }
}

function viewOf({ toolchains, commands }: Project, runner: Runner | undefined) {
  const listed = toolchains ?? []
  const found = runner?.toolchains ?? []
  const names = [...new Set([...listed, ...found])].toSorted()
  return {
    success: true as const,
    toolchains: names.map((name) => ({ name, listed: listed.includes(name), found: found.includes(name) })),
    commands,
  }
}
