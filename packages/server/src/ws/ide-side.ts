// An IDE's connection: an operator answers questions on it, a runner runs calls and says how they ended. Each as its roles allow.
import { hasRole } from '@countersign/core'
import {
  type CodelabMessage,
  type CodelabMessageOf,
  executionId,
  Failure,
  LIMITS,
  type ResultBody,
  type Role,
  refusalOnChannel,
} from '@countersign/protocol'
import type { AppContext } from '../context.ts'
import type { Connection, Side } from './connection.ts'
import { createDecisions } from './decisions.ts'
import { IdeView } from './ide-view.ts'

type IdeContext = Pick<AppContext, 'engine' | 'own' | 'metrics' | 'clock' | 'plainRunners' | 'rates' | 'agent'>

export function createIdeSide(context: IdeContext, connection: Connection): Side {
  const { engine, own, plainRunners, rates, agent } = context
  const { principal, project } = connection
  const view = new IdeView(engine, connection, plainRunners)
  const decide = createDecisions(context, connection, view)
  const runs = hasRole(principal, 'runner')

  const talk = async ({ content, session_id }: CodelabMessageOf<'user_message'>): Promise<void> => {
    rates.take('call', principal.token_id)
    const { turn } = await engine.startTurn(principal, project, { content, session_id, model: agent.modelFor })
    agent.wake(turn)
  }

  const settle = async (message: CodelabMessageOf<'tool_result'>): Promise<void> => {
    const id = executionId.safeParse(message.call_id)
    if (!id.success) throw new Failure('NOT_FOUND', { subject: 'execution' })
    const execution = await own.openExecution(principal, project.id, id.data)
    await view.reporting(execution.id, () => engine.settle(execution, bodyOf(message)))
  }

  const allow = (role: Role, { type }: CodelabMessage): void => {
    if (!hasRole(principal, role)) throw new Failure('FORBIDDEN', { subject: `${type} needs the role ${role}` })
  }

  return {
    rate: runs ? 'runner' : 'message',
    maxValues: LIMITS.maxResultValues,
    start: async () => {
      await view.begin()
      if (runs) await plainRunners.attend(view, project)
    },
    receive: async (message) => {
      switch (message.type) {
        case 'user_message':
          allow('operator', message)
          return talk(message)
        case 'hitl_decision':
          allow('operator', message)
          return decide(message)
        case 'tool_result':
          allow('runner', message)
          return settle(message)
        default:
          throw new Failure('FORBIDDEN', { subject: `an IDE does not send ${message.type}` })
      }
    },
    end: () => {
      view.end()
      if (runs) plainRunners.leave(view)
    },
  }
}

/** What is too long for this channel has failed: a result that was dropped in silence would never end. */
function bodyOf({ result, error, attempt_id }: CodelabMessageOf<'tool_result'>): ResultBody {
  const attempt = attempt_id && { attempt_id }
  const refusal = result && refusalOnChannel(result)
  if (refusal) return { status: 'failed', error: refusal.message, error_code: refusal.code, ...attempt }
  if (error) return { status: 'failed', error: error.message, error_code: error.code, ...(result && { result }), ...attempt }
  return { status: 'completed', result: result ?? {}, ...attempt }
}
