// The MCP server of one connection. It lists and calls tools; each call goes through the same checks as any other.
import type { Engine, Principal } from '@countersign/core'
import {
  type Execution,
  type ExecutionId,
  isEnd,
  type Project,
  type Session,
  sentence,
  storeLongTexts,
  type ToolView,
} from '@countersign/protocol'
import { type CallToolResult, SdkError, Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Access } from '../access/access.ts'
import { invalidArguments } from '../http/request-body.ts'
import type { Rates } from '../traffic/traffic-limits.ts'
import { VERSION } from '../version.ts'
import { type ClientAsking, createClientAsking } from './asking/client-asking.ts'
import { refusalFor, resultFor } from './describe-result.ts'
import { followCall } from './follow-call.ts'
import { AWAIT_CALL, awaitCallInput, calledName, offeredTools } from './offered-tools.ts'

export interface GateParts {
  readonly engine: Engine
  readonly access: Access
  readonly rates: Rates
  readonly waitSeconds: number
  /** The agent of this connection. */
  readonly principal: Principal
  readonly project: Project
  readonly session: Session
  /** Aborts when the connection ends. */
  readonly signal: AbortSignal
  tools(): Promise<readonly ToolView[]>
}

interface Gate extends GateParts {
  /** Undefined if the client cannot show questions. */
  readonly asking: ClientAsking | undefined
}

const MAX_NAME_CHARACTERS = 100

const INSTRUCTIONS = `Countersign runs these tools in the user's workspace, behind a gate. Reads run at once; what changes something may wait for the operator, who can approve, edit or reject it. A call that waits long answers with an id: go on with ${AWAIT_CALL}, do not repeat the call. A rejection comes with the operator's reason: follow it, and do not try another way to the same end.`

export function createGateServer(parts: GateParts): Server {
  const { engine } = parts
  const server = new Server(
    { name: 'countersign', title: 'Countersign', version: VERSION },
    { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
  )
  const { mcp_client } = parts.session
  const asking = mcp_client?.elicitation ? createClientAsking({ ...parts, agent: parts.principal, client: mcp_client.name }) : undefined
  const gate: Gate = { ...parts, asking }
  server.setRequestHandler('tools/list', async () => ({ tools: offeredTools(await parts.tools()) }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, context): Promise<CallToolResult> => {
    try {
      parts.rates.take('call', parts.principal.token_id)
      const ended = name === AWAIT_CALL ? await goOn(gate, given, context) : await call(gate, name, given, context)
      return await resultFor(engine, ended)
    } catch (error) {
      return refusalFor(engine, error)
    }
  })
  return server
}

async function call(gate: Gate, name: string, given: Record<string, unknown>, context: ServerContext): Promise<Execution> {
  const { engine, principal, project, session } = gate
  const tool_name = calledName(name).slice(0, MAX_NAME_CHARACTERS)
  const tool_params = await storeLongTexts(given, (bytes) => engine.bodies.put(project.id, bytes))
  const requested = await engine.request(principal, project, { tool_name, tool_params, session_id: session.id })
  const last = await follow(gate, requested, context)
  const { signal } = context.mcpReq
  return !isEnd(last.status) && wasWithdrawn(signal) ? engine.cancel(last, sentence('subject.agent-withdrew')) : last
}

/** Ending this wait does not cancel the call; it can be awaited again. */
async function goOn(gate: Gate, given: unknown, context: ServerContext): Promise<Execution> {
  const { success, data, error } = awaitCallInput.safeParse(given)
  if (!success) throw invalidArguments('arguments', error, given)
  const { access, principal, project } = gate
  return follow(gate, await access.execution(principal, project.id, data.tool_id as ExecutionId), context)
}

async function follow({ engine, waitSeconds, asking }: Gate, execution: Execution, { mcpReq }: ServerContext): Promise<Execution> {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  const tell = async (message: string): Promise<void> => {
    if (progressToken === undefined) return
    progress += 1
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
  }
  asking?.ask(execution, mcpReq.send)
  const last = await followCall(engine, execution, { seconds: waitSeconds, signal: mcpReq.signal, tell })
  // Done before the result is sent, because the result ends the stream on which the client was asked.
  if (isEnd(last.status)) asking?.withdraw(last)
  return last
}

/** True if the client cancelled the call explicitly; a closed connection does not count as cancelling. */
const wasWithdrawn = (signal: AbortSignal): boolean => signal.aborted && !(signal.reason instanceof SdkError)
