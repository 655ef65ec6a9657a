// Sessions: each is one agent's conversation in a project.
import { agentName, assistantFor, hasRole, type Principal } from '@countersign/core'
import { describeField, Failure, type Session, type SessionView, sentence } from '@countersign/protocol'
import { readPage } from '../../access/read-page.ts'
import { createCosts } from '../../chat/costs.ts'
import { searchSessions } from '../../chat/search-sessions.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

type SessionHandlers = Pick<Handlers, 'createSession' | 'listSessions' | 'getSession' | 'patchSession' | 'deleteSession'>

export function createSessionHandlers({ engine, access, agent }: Pick<AppContext, 'engine' | 'access' | 'agent'>): SessionHandlers {
  const { usageOf } = createCosts(agent.models)
  const checkModel = (model: string | null | undefined): void => {
    if (model && !agent.models.some(({ name }) => name === model))
      throw new Failure('INVALID_ARGUMENTS', { subject: describeField('model', sentence('problem.model-not-configured', { model })) })
  }
  const viewOf = async (session: Session): Promise<{ success: true; session: SessionView }> => {
    const turns = await engine.read((tx) => tx.turns.find({ equal: { session_id: session.id } }))
    return { success: true, session: { ...session, usage: usageOf(turns) } }
  }
  return {
    createSession: async ({ params, body, principal }) => {
      const project = await access.project(principal, params.p)
      checkModel(body.model)
      return viewOf(await engine.openSession(agentOf(principal), project, body))
    },
    listSessions: async ({ params, query, principal }) => {
      const project = await access.project(principal, params.p)
      const { agent: name, search, open, ...page } = query
      const asked = {
        ...page,
        equal: {
          project_id: project.id,
          ...(name !== undefined && { agent: name }),
          ...ofAgent(principal),
          ...(open === 'true' && STILL_OPEN),
        },
        ...(open === 'false' && { present: 'ended_at' as const }),
      }
      return engine.read(async (tx) => {
        const { rows, next } = await (search === undefined ? readPage(tx.sessions, asked) : searchSessions(tx, search, asked))
        return { success: true, sessions: rows, ...next }
      })
    },
    getSession: async ({ params, principal }) => viewOf(await access.session(principal, params.p, params.s)),
    patchSession: async ({ params, body, principal }) => {
      const session = await access.session(principal, params.p, params.s)
      checkModel(body.model)
      return viewOf(await engine.changeSession(session, body))
    },
    deleteSession: async ({ params, principal }) => {
      const session = await access.session(principal, params.p, params.s)
      await engine.endSession(session)
      agent.leave(session.id)
      return { success: true }
    },
  }
}

const STILL_OPEN = { ended_at: null }

/** A session opened by a person is a conversation with the built-in agent. */
const agentOf = (principal: Principal): Principal => (hasRole(principal, 'agent') ? principal : assistantFor(principal))

export const ofAgent = (principal: Principal) => (hasRole(principal, 'agent') ? { agent: agentName(principal) } : {})
