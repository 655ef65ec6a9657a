// stdio: this process is the parent of a runner, calls tools and answers for the operator on the same two pipes.
import { type CodelabMessageOf, codelabHelloSchema, parseCodelabMessage } from '@countersign/protocol'
import { makeFolder } from '../../../../packages/test-kit/src/folders/make-folder.ts'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { startCommand } from '../processes/child.ts'
import { type Asked, answerTo, type CallOptions, type OpenChannel, type Outcome } from './channel.ts'

type Answered = CodelabMessageOf<'tool_call'> | CodelabMessageOf<'tool_result'>

export const openStdioChannel: OpenChannel = async (files) => {
  await using opening = new AsyncDisposableStack()
  const workspace = opening.use(await makeFolder('workspace', files))
  const data = opening.use(await makeFolder('data'))
  // The documents know a closed list of commands, which is the mode `strict`.
  const child = opening.use(startCommand(['runner', '--stdio', '--mode', 'strict', '--workspace', workspace.path, '--data', data.path]))
  const lines = () => child.stdout().split('\n').slice(0, -1)
  codelabHelloSchema.parse(JSON.parse(await eventually('the first line', () => lines()[0])))
  let read = 1
  /** The next message; only one call is in progress at a time. */
  const next = async (): Promise<Answered> => {
    const line = await eventually(`line ${read + 1}`, () => lines()[read])
    read += 1
    return parseCodelabMessage(line) as Answered
  }
  const open = opening.move()
  let calls = 0
  return {
    workspace,
    call: async (tool_name, args, options = {}) => {
      calls += 1
      const { requires_approval = false } = options
      child.write(`${JSON.stringify({ type: 'tool_call', call_id: `call_${calls}`, tool_name, args, requires_approval })}\n`)
      return answerUntilEnd(child.write, next, options)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function answerUntilEnd(write: (text: string) => void, next: () => Promise<Answered>, options: CallOptions): Promise<Outcome> {
  const asked: Asked[] = []
  for (;;) {
    const message = await next()
    if (message.type === 'tool_result') {
      const { result, error } = message
      return { asked, ...(result && { result }), ...(error && { error }) }
    }
    const { call_id, tool_name, args, preview, risk_level } = message
    asked.push({ tool_name, args, preview, risk_level })
    write(`${JSON.stringify({ type: 'hitl_decision', call_id, ...answerTo(asked.at(-1) as Asked, options) })}\n`)
  }
}
