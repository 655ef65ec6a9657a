// Sessions: one agent's conversation in a project.
import { agentName, assistantFor, hasRole, type Principal } from '@countersign/core'
import { Failure } from '@countersign/protocol'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'
import { readPage } from './page.ts'

type SessionHandlers = Pick<Handlers, 'createSession' | 'listSessions' | 'getSession' | 'deleteSession'>

export function createSessionHandlers({ engine, own, agent }: Pick<AppContext, 'engine' | 'own' | 'agent'>): SessionHandlers {
  return {
    createSession: async ({ params, body, principal }) => {
      const project = await own.project(principal, params.p)
      if (body.model !== undefined && !agent.models.some(({ name }) => name === body.model))
        throw new Failure('INVALID_ARGUMENTS', { subject: `model: no model ${body.model} is configured` })
      return { success: true, session: await engine.openSession(agentOf(principal), project, body) }
    },
    listSessions: async ({ params, query, principal }) => {
      const project = await own.project(principal, params.p)
      const equal = { project_id: project.id, ...ofAgent(principal) }
      const { rows, next } = await engine.core.store.read((tx) => readPage(tx.sessions, { ...query, equal }))
      return { success: true, sessions: rows, ...next }
    },
    getSession: async ({ params, principal }) => ({ success: true, session: await own.session(principal, params.p, params.s) }),
    deleteSession: async ({ params, principal }) => {
      const session = await own.session(principal, params.p, params.s)
      await engine.endSession(session)
      agent.leave(session.id)
      return { success: true }
    },
  }
}

/** A session that a person opens is a conversation with the agent. */
const agentOf = (principal: Principal): Principal => (hasRole(principal, 'agent') ? principal : assistantFor(principal))

export const ofAgent = (principal: Principal) => (hasRole(principal, 'agent') ? { agent: agentName(principal) } : {})
