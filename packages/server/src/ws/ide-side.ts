// An IDE's connection: an operator answers questions on it, a runner runs calls and reports how they ended, each as its roles
// allow.
import { hasRole, type Reader } from '@countersign/core'
import {
  type CodelabMessage,
  type CodelabMessageOf,
  type ExecutionId,
  Failure,
  LIMITS,
  type ProjectId,
  type ResultBody,
  type Role,
  refusalOnChannel,
  sentence,
  toolsOfVersion,
} from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import type { Connection, Side } from './connection.ts'
import { createDecisions } from './decisions.ts'
import { IdeView } from './ide-view.ts'
import type { SocketContext } from './socket-context.ts'

/** Enough time for the first message of a distant peer. A peer that sends none has the tools of the latest version. */
const FIRST_WORD_MILLISECONDS = 100

type IdeContext = Pick<SocketContext, 'engine' | 'access' | 'metrics' | 'clock' | 'plainRunners' | 'rates' | 'agent'>

export function createIdeSide(context: IdeContext, connection: Connection): Side {
  const { engine, access, plainRunners, rates, agent } = context
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
    const id = view.find(message.call_id) ?? (await sentBefore(engine, project.id, message))
    if (!id) throw new Failure('NOT_FOUND', { subject: sentence('noun.execution') })
    const execution = await access.openExecution(principal, project.id, id)
    await view.reporting(execution.id, () => engine.settle(execution, bodyOf(message)))
  }

  const allow = (role: Role, { type }: CodelabMessage): void => {
    if (!hasRole(principal, role)) throw new Failure('FORBIDDEN', { subject: sentence('subject.channel-needs-role', { type, role }) })
  }

  const attend = () => plainRunners.attend(view, project)
  /** A peer sends its tools first or not at all, so it has a moment before it is sent anything. */
  let waiting: NodeJS.Timeout | undefined

  return {
    rate: runs ? 'runner' : 'message',
    maxValues: LIMITS.maxResultValues,
    start: async () => {
      await view.begin()
      if (runs)
        waiting = setTimeout(() => void attend().catch((error: unknown) => engine.onDefect(error, 'websocket')), FIRST_WORD_MILLISECONDS)
    },
    meet: async ({ tools, protocol_version }) => {
      if (!runs) return
      view.tools = runnable(tools ?? toolsOfVersion(protocol_version))
      clearTimeout(waiting)
      await attend()
      await plainRunners.equip(view)
    },
    receive: async (message) => {
      switch (message.type) {
        case 'hello':
          return
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
          throw new Failure('FORBIDDEN', { subject: sentence('subject.channel-ide-sends', { type: message.type }) })
      }
    },
    end: () => {
      clearTimeout(waiting)
      view.end()
      if (runs) plainRunners.leave(view)
    },
  }
}

/** Leaves out unknown names and tools that only ask the person: there is nothing to run. */
const runnable = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => findTool(name) ?? []).flatMap(({ name, question, forOperator }) => (question || forOperator ? [] : [name])),
  ),
]

/** Finds a call that was sent on an earlier connection by the agent's id or the attempt, if exactly one matches. */
async function sentBefore(
  reader: Reader,
  project_id: ProjectId,
  { call_id, attempt_id }: CodelabMessageOf<'tool_result'>,
): Promise<ExecutionId | undefined> {
  const equal = { project_id, status: 'executing' as const, call_id }
  const found = await reader.read((tx) => tx.executions.find({ equal, limit: 10 }))
  const meant = attempt_id ? found.filter((execution) => execution.attempt_id === attempt_id) : found
  return meant.length === 1 ? meant[0]?.id : undefined
}

/** A result too long for this channel counts as failed; if it were dropped silently, the call would never end. */
function bodyOf({ result, error, attempt_id }: CodelabMessageOf<'tool_result'>): ResultBody {
  const attempt = attempt_id && { attempt_id }
  const refusal = result && refusalOnChannel(result)
  if (refusal) return { status: 'failed', error: refusal.message, error_code: refusal.code, ...attempt }
  if (error) return { status: 'failed', error: error.message, error_code: error.code, ...(result && { result }), ...attempt }
  return { status: 'completed', result: result ?? {}, ...attempt }
}
