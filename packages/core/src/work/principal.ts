// Who is asking, according to the token. An agent's token has no other role: whoever may call a tool may not approve one.
import { Failure, type Project, type Role } from '@countersign/protocol'

export interface Principal {
  readonly user_id: string
  readonly roles: readonly Role[]
  readonly agent: string | null
  readonly project_id: string | null
  readonly token_id: string
}

export const hasRole = (principal: Principal, role: Role): boolean => principal.roles.includes(role)

/** Another user's project does not exist: the answer is the same as for an id that was never issued. */
export function ownProject(principal: Principal, project: Project | undefined): Project {
  if (!project || project.user_id !== principal.user_id || (principal.project_id && principal.project_id !== project.id)) {
    throw new Failure('NOT_FOUND', { subject: 'project' })
  }
  return project
}

/** No token may have this name. */
export const ASSISTANT = 'assistant'

export const assistantFor = ({ user_id, project_id }: Pick<Principal, 'user_id' | 'project_id'>): Principal => ({
  user_id,
  project_id,
  roles: ['agent'],
  agent: ASSISTANT,
  token_id: ASSISTANT,
})
