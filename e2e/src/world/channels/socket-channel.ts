// WebSocket: an agent's connection calls, an operator's connection is asked and answers; an ordinary runner runs the call.
import type { CodelabMessageOf } from '@countersign/protocol'
import { startWorld } from '../world.ts'
import { type Asked, answerTo, type CallOptions, type OpenChannel, type Outcome } from './channel.ts'
import { connectSocket, type SocketClient } from './socket-client.ts'

export const openSocketChannel: OpenChannel = async (files) => {
  const world = await startWorld({ files })
  await world.runnerOnline()
  const { url, projectId, tokens } = world
  const agent = await connectSocket(url, projectId, tokens.agent)
  const operator = await connectSocket(url, projectId, tokens.operator)
  let calls = 0
  return {
    workspace: world.workspace,
    call: async (tool_name, args, options = {}) => {
      calls += 1
      const call_id = `call_${calls}`
      agent.send({ type: 'tool_call', call_id, tool_name, args, requires_approval: options.requires_approval ?? false })
      const ended = agent.take('tool_result', (message) => message.call_id === call_id)
      const asked = await answerUntil(operator, ended, options)
      return outcomeOf(await ended, asked)
    },
    [Symbol.asyncDispose]: async () => {
      await agent[Symbol.asyncDispose]()
      await operator[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

async function answerUntil(operator: SocketClient, ended: Promise<unknown>, options: CallOptions): Promise<Asked[]> {
  const asked: Asked[] = []
  const isOver = ended.then(() => true)
  const nothingYet = () => new Promise<false>((resolve) => setTimeout(resolve, 10, false))
  do {
    const question = operator.waiting.find(({ type }) => type === 'tool_call')
    if (!question) continue
    const { call_id, approval_id, tool_name, args, preview, risk_level } = await operator.take('tool_call')
    asked.push({ tool_name, args, preview, risk_level })
    operator.send({ type: 'hitl_decision', call_id, approval_id, ...answerTo(asked.at(-1) as Asked, options) })
  } while (!(await Promise.race([isOver, nothingYet()])))
  return asked
}

const outcomeOf = ({ result, error }: CodelabMessageOf<'tool_result'>, asked: readonly Asked[]): Outcome => ({
  asked,
  ...(result && { result }),
  ...(error && { error }),
})
