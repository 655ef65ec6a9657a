// Sending messages to the agent and reading its replies.
import type { Model } from '@countersign/agent'
import type { Principal } from '@countersign/core'
import {
  type Execution,
  Failure,
  type Message,
  type MessageView,
  type PartialStep,
  type Project,
  type SessionId,
  sentence,
  type Turn,
} from '@countersign/protocol'
import { readPage } from '../../access/read-page.ts'
import { createCosts } from '../../chat/costs.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'

type ChatHandlers = Pick<Handlers, 'listMessages' | 'sendMessage' | 'getTurn' | 'cancelTurn' | 'retryTurn' | 'listModels'>

export function createChatHandlers({ engine, access, agent }: Pick<AppContext, 'engine' | 'access' | 'agent'>): ChatHandlers {
  const { masker } = engine
  const { costOf } = createCosts(agent.models)
  const partialOf = (turn: Turn): PartialStep | null => {
    const partial = turn.status === 'running' ? engine.partialStep(turn) : null
    return partial && { ...partial, text: masker.maskText(partial.text) }
  }
  const viewOfTurn = (turn: Turn) => ({ success: true as const, turn: { ...turn, cost: costOf(turn), partial: partialOf(turn) } })
  const send = async (principal: Principal, project: Project, message: { content: string; session_id?: SessionId | undefined }) => {
    const request = { content: message.content, session_id: message.session_id, model: agent.modelFor }
    const { message: sent, turn } = await engine.startTurn(principal, project, request)
    agent.wake(turn)
    return { success: true as const, message_id: sent.id, session_id: sent.session_id, turn_id: turn.id }
  }
  return {
    sendMessage: async ({ params, body, principal }) => send(principal, await access.project(principal, params.p), body),
    retryTurn: async ({ params, principal }) => {
      const turn = await access.turn(principal, params.p, params.t)
      if (turn.status === 'running')
        throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.turn-still-running') }, { http: 409 })
      const message = await engine.read((tx) => tx.messages.get(turn.message_id))
      if (!message) throw new Failure('NOT_FOUND', { subject: sentence('noun.message') })
      return send(principal, await access.project(principal, params.p), message)
    },
    listMessages: async ({ params, query, principal }) => {
      const session = await access.session(principal, params.p, params.s)
      const page = { ...query, equal: { session_id: session.id } }
      const { rows, next } = await engine.read((tx) => readPage(tx.messages, page))
      const calls = rows.flatMap(({ tool_calls }) => tool_calls.map(({ call_id }) => call_id))
      const executions = calls.length === 0 ? [] : await engine.read((tx) => tx.executions.find(byCalls(session.id, calls)))
      return { success: true, messages: rows.map((row) => viewOf(masker.maskValue(row), executions)), ...next }
    },
    getTurn: async ({ params, principal }) => viewOfTurn(await access.turn(principal, params.p, params.t)),
    cancelTurn: async ({ params, principal }) => {
      const turn = await access.turn(principal, params.p, params.t)
      if (turn.status !== 'running')
        throw new Failure('ALREADY_SETTLED', {
          subject: sentence('subject.turn-is', { status: sentence(`status.${turn.status}`) }),
          status: turn.status,
        })
      return viewOfTurn(await agent.stopTurn(turn, sentence('turn.stopped')))
    },
    listModels: async () => {
      const first = agent.modelFor(null)
      return { success: true, models: agent.models.map((model) => viewOfModel(model, first)) }
    },
  }
}

const viewOfModel = ({ name, provider, prices }: Model, first: string) => ({
  name,
  provider,
  is_default: name === first,
  ...(prices && { input_price: prices.input, output_price: prices.output, currency: prices.currency }),
})

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
