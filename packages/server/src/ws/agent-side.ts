// An agent's connection: it calls tools and gets their results. The same `call_id` again means the same execution, and is
// answered again.
import {
  type CodelabMessageOf,
  type Execution,
  Failure,
  isEnd,
  LIMITS,
  refusalOnChannel,
  sentence,
  storeLongTexts,
} from '@countersign/protocol'
import type { Connection, Side } from './connection.ts'
import { resultOf } from './outgoing.ts'
import type { SocketContext } from './socket-context.ts'

const WAIT_SECONDS = 3600

type AgentContext = Pick<SocketContext, 'engine' | 'rates'>

export function createAgentSide({ engine, rates }: AgentContext, connection: Connection): Side {
  const { principal, project, gone } = connection
  const awaited = new Set<string>()

  const call = async ({ call_id, tool_name, args, requires_approval }: CodelabMessageOf<'tool_call'>): Promise<void> => {
    rates.take('call', principal.token_id)
    const refusal = refusalOnChannel(args)
    const tool_params = await storeLongTexts(args, (bytes) => engine.bodies.put(project.id, bytes))
    if (JSON.stringify(tool_params).length > LIMITS.maxMessageBytes)
      throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.channel-arguments-too-long') })
    const execution = await engine.request(principal, project, {
      tool_name,
      tool_params,
      call_id,
      always_ask: requires_approval,
      relative_paths_only: true,
      refusal,
    })
    answerAtEnd(execution, call_id).catch((error: unknown) => connection.refuse(error, call_id))
  }

  const answerAtEnd = async (execution: Execution, call_id: string): Promise<void> => {
    if (awaited.has(execution.id)) return
    awaited.add(execution.id)
    let current = execution
    while (!isEnd(current.status) && !gone.aborted)
      current = await engine.wait(current, { seconds: WAIT_SECONDS, for: 'end', signal: gone })
    awaited.delete(execution.id)
    if (isEnd(current.status)) connection.send(await resultOf(engine, current, { call_id, raw: true }))
  }

  return {
    rate: 'message',
    maxValues: LIMITS.maxJsonValues,
    start: async () => undefined,
    receive: async (message) => {
      if (message.type === 'hello') return
      if (message.type === 'tool_call') return call(message)
      throw new Failure('FORBIDDEN', { subject: sentence('subject.channel-agent-sends', { type: message.type }) })
    },
    end: () => undefined,
  }
}
