// Projects: one workspace of one user each, keyed by a workspace id.
import { ownProject, type Principal } from '@countersign/core'
import type { Project, ProjectId, Runner } from '@countersign/protocol'
import { readPage } from '../../access/read-page.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'
import { makeProject } from '../../projects/make-project.ts'
import { removeProject } from '../../projects/remove-project.ts'

type ProjectHandlers = Pick<Handlers, 'createProject' | 'listProjects' | 'getProject' | 'patchProject' | 'deleteProject'>

export function createProjectHandlers({
  engine,
  access,
  heads,
  streams,
  sockets,
}: Pick<AppContext, 'engine' | 'access' | 'heads' | 'streams' | 'sockets'>): ProjectHandlers {
  const { store } = engine.core
  return {
    createProject: async ({ body, principal }) => {
      const project = await makeProject(engine.core, { user_id: principal.user_id, name: body.name, workspace_id: body.workspace_id })
      return viewOf(project, await store.read((tx) => tx.runners.get(project.id)))
    },
    listProjects: async ({ query, principal }) => {
      const { rows, next } = await store.read((tx) => readPage(tx.projects, { ...query, equal: ownedBy(principal) }))
      return { success: true, projects: rows, ...next }
    },
    getProject: ({ params, principal }) =>
      store.read(async (tx) => viewOf(ownProject(principal, await tx.projects.get(params.p)), await tx.runners.get(params.p))),
    patchProject: async ({ params, body, principal }) => {
      const view = await store.transact(async (tx) => {
        const project = { ...ownProject(principal, await tx.projects.get(params.p)), name: body.name }
        await tx.projects.update(project)
        return viewOf(project, await tx.runners.get(params.p))
      })
      access.forget(params.p)
      return view
    },
    deleteProject: async ({ params, principal }) => {
      const project = await access.project(principal, params.p)
      await removeProject(engine, heads, project)
      access.forget(project.id)
      streams.endAll(project.id)
      sockets.endAll(project.id)
      return { success: true }
    },
  }
}

const ownedBy = ({ user_id, project_id }: Principal) => ({ user_id, ...(project_id && { id: project_id as ProjectId }) })

const viewOf = (project: Project, runner: Runner | undefined) => ({
  success: true as const,
  project: { ...project, runner: runner ?? null },
})
