// The result of a call for an MCP client: the same text report that every agent gets. There is no structured content, because
// clients that find it show it to the model instead of the text.
import { didFail } from '@countersign/agent'
import type { Engine } from '@countersign/core'
import { ERROR_CODES, type Execution, Failure, isEnd } from '@countersign/protocol'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { stateInWords } from './follow-call.ts'
import { AWAIT_CALL } from './offered-tools.ts'

export async function resultFor(engine: Engine, execution: Execution): Promise<CallToolResult> {
  const { id: tool_id, status } = execution
  const meta = { _meta: { 'countersign/tool_id': tool_id, 'countersign/status': status } }
  if (!isEnd(status)) return { ...inWords(waiting(execution)), ...meta }
  const report = await engine.report(execution, await engine.rawResult(execution))
  return { ...inWords(report), isError: didFail(execution), ...meta }
}

const waiting = (execution: Execution): string =>
  `${stateInWords(execution)}. It has not ended yet. Do not call it again: call ${AWAIT_CALL} with ${JSON.stringify({ tool_id: execution.id })} to go on waiting.`

export function refusalFor(engine: Pick<Engine, 'onDefect'>, error: unknown): CallToolResult {
  if (!(error instanceof Failure)) engine.onDefect(error, 'mcp')
  const { message, code } = error instanceof Failure ? error : new Failure('INTERNAL')
  return { ...inWords(`${message}\n${ERROR_CODES[code].advice}`), isError: true }
}

const inWords = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
