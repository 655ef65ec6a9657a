// Writing to the agent and reading what came of it.
import { type Execution, Failure, type Message, type MessageView, type SessionId } from '@countersign/protocol'
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'
import { readPage } from './page.ts'

type ChatHandlers = Pick<Handlers, 'listMessages' | 'sendMessage' | 'getTurn' | 'cancelTurn' | 'listModels'>

export function createChatHandlers({ engine, own, agent }: Pick<AppContext, 'engine' | 'own' | 'agent'>): ChatHandlers {
  const { store, masker } = engine.core
  return {
    sendMessage: async ({ params, body, principal }) => {
      const project = await own.project(principal, params.p)
      const request = { content: body.content, session_id: body.session_id, model: agent.modelFor }
      const { message, turn } = await engine.startTurn(principal, project, request)
      agent.wake(turn)
      return { success: true, message_id: message.id, session_id: message.session_id, turn_id: turn.id }
    },
    listMessages: async ({ params, query, principal }) => {
      const session = await own.session(principal, params.p, params.s)
      const page = { ...query, equal: { session_id: session.id } }
      const { rows, next } = await store.read((tx) => readPage(tx.messages, page))
      const calls = rows.flatMap(({ tool_calls }) => tool_calls.map(({ call_id }) => call_id))
      const executions = calls.length === 0 ? [] : await store.read((tx) => tx.executions.find(byCalls(session.id, calls)))
      return { success: true, messages: rows.map((row) => viewOf(masker.maskValue(row), executions)), ...next }
    },
    getTurn: async ({ params, principal }) => ({ success: true, turn: await own.turn(principal, params.p, params.t) }),
    cancelTurn: async ({ params, principal }) => {
      const turn = await own.turn(principal, params.p, params.t)
      if (turn.status !== 'running') throw new Failure('ALREADY_SETTLED', { subject: `the turn is ${turn.status}`, status: turn.status })
      return { success: true, turn: await agent.stopTurn(turn, 'You stopped it.') }
    },
    listModels: async () => {
      const first = agent.modelFor(null)
      return { success: true, models: agent.models.map(({ name, provider }) => ({ name, provider, is_default: name === first })) }
    },
  }
}

const byCalls = (session_id: SessionId, values: readonly string[]) =>
  ({ equal: { session_id }, among: { column: 'call_id', values } }) as const

function viewOf(message: Message, executions: readonly Execution[]): MessageView {
  const { provider, project_id, user_id, tool_calls, ...shown } = message
  const calls = tool_calls.map((call) => {
    const execution = executions.find(({ call_id }) => call_id === call.call_id)
    return { ...call, tool_id: execution?.id ?? null, status: execution?.status ?? null }
  })
  return { ...shown, tool_calls: calls }
}
