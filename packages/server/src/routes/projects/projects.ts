// Projects: each is one workspace of one user, identified by a workspace id.
import { type Engine, modeInEffect, ownProject, type Principal } from '@countersign/core'
import type { Project, ProjectId, Runner } from '@countersign/protocol'
import { readPage } from '../../access/read-page.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

type ProjectHandlers = Pick<Handlers, 'createProject' | 'listProjects' | 'getProject' | 'patchProject' | 'deleteProject'>

export function createProjectHandlers({
  engine,
  access,
  heads,
  streams,
  sockets,
}: Pick<AppContext, 'engine' | 'access' | 'heads' | 'streams' | 'sockets'>): ProjectHandlers {
  return {
    createProject: async ({ body, principal }) => {
      const project = await engine.createProject({ user_id: principal.user_id, ...body })
      return viewOf(engine, project, await engine.read((tx) => tx.runners.get(project.id)))
    },
    listProjects: async ({ query, principal }) => {
      const { rows, next } = await engine.read((tx) => readPage(tx.projects, { ...query, equal: ownedBy(principal) }))
      return { success: true, projects: rows, ...next }
    },
    getProject: ({ params, principal }) =>
      engine.read(async (tx) => viewOf(engine, ownProject(principal, await tx.projects.get(params.p)), await tx.runners.get(params.p))),
    patchProject: async ({ params, body, principal, ip }) => {
      const project = await engine.changeProject(principal, params.p, { ...body, from: ip })
      access.forget(params.p)
      return viewOf(engine, project, await engine.read((tx) => tx.runners.get(params.p)))
    },
    deleteProject: async ({ params, principal }) => {
      const project = await access.project(principal, params.p)
      const signEnd = (head: { seq: number; hash: string }) =>
        heads.signHead({ project_id: project.id, ...head, removed: true }, new Date(engine.clock.now()))
      await engine.deleteProject(project.id, signEnd)
      access.forget(project.id)
      streams.endAll(project.id)
      sockets.endAll(project.id)
      return { success: true }
    },
  }
}

const ownedBy = ({ user_id, project_id }: Principal) => ({ user_id, ...(project_id && { id: project_id as ProjectId }) })

const viewOf = (engine: Pick<Engine, 'policy'>, project: Project, runner: Runner | undefined) => ({
  success: true as const,
  project: { ...project, runner: runner ?? null, ...modeInEffect({ policy: engine.policy() }, project) },
})
