// The agent inside the server acts for the person who wrote to it, as an agent: it may call tools and approve nothing.
import type { Principal } from '../principal.ts'

/** No token may carry this name. */
export const ASSISTANT = 'assistant'

export const assistantFor = ({ user_id, project_id }: Pick<Principal, 'user_id' | 'project_id'>): Principal => ({
  user_id,
  project_id,
  roles: ['agent'],
  agent: ASSISTANT,
  token_id: ASSISTANT,
})
