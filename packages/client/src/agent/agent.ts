// For a team's own agent: calls that wait for their end, as plain functions, and as tools of the AI SDK.
import { type CallView, createToolNames, type ToolView } from '@countersign/protocol'
import { type Client, type ClientOptions, createClient } from '../client.ts'
import { joinSignals } from '../routes/connection.ts'
import { type AiTools, createAiTools } from './ai-tools.ts'
import { type CallOptions, callToEnd } from './call-to-end.ts'
import { findProject } from './find-project.ts'
import { type Outcome, outcomeOf, withWholeResult } from './outcome.ts'
import { persist, type Retrying } from './persist.ts'

const WAIT_SECONDS = 30
const PATIENCE_SECONDS = 120

export interface AgentOptions extends ClientOptions {
  /** Needed if the token may use several projects. */
  readonly projectId?: string
  /** Without it the server keeps one session per agent and project. */
  readonly sessionId?: string
  /** How long one request waits, up to 60; a call continues to wait with further requests. */
  readonly waitSeconds?: number
  /** How long a call keeps trying while the server does not answer. */
  readonly patienceSeconds?: number
  /** Called once for each call that waits for a person. */
  readonly onWaiting?: (call: CallView) => void
}

export type ToolParams = Readonly<Record<string, unknown>>
export type ToolFunction = (params?: ToolParams, options?: CallOptions) => Promise<Outcome>

export interface Agent {
  /** The tools that can be called now. */
  tools(): Promise<ToolView[]>
  /** Resolves when the call has ended, however long a person takes. Throws only if there is no outcome. */
  call(name: string, params?: ToolParams, options?: CallOptions): Promise<Outcome>
  /** `call` for each tool; `git.diff` is `git_diff`. */
  functions(): Promise<Record<string, ToolFunction>>
  /** For `generateText`, `streamText` and agents of the AI SDK; create one set per conversation. */
  aiTools(options?: AiToolsOptions): Promise<AiTools>
}

export interface AiToolsOptions {
  /** For a durable agent that may repeat a step: creates a `callId` that is unique in the session, because models reuse theirs. */
  readonly callIdOf?: (toolCallId: string) => string
}

export function agent(options: AgentOptions): Agent {
  const { projectId, sessionId, onWaiting, waitSeconds = WAIT_SECONDS, patienceSeconds = PATIENCE_SECONDS } = options
  const client: Client = createClient(options)
  const retrying: Retrying = (attempt, signal) => persist(attempt, { patienceSeconds, signal: joinSignals(options.signal, signal) })
  const project = findProject(client, retrying, projectId)
  const begin = (name: string, params: ToolParams = {}, call: CallOptions = {}) =>
    callToEnd({ client, retrying, project, projectId, sessionId, onWaiting, waitSeconds }, { name, params, ...call })
  const call: Agent['call'] = async (name, params, callOptions) => {
    const outcome = outcomeOf(await begin(name, params, callOptions))
    return withWholeResult(outcome, async (sha256) => {
      const p = await project()
      return retrying(() => client.getBody({ params: { p, sha256 }, signal: callOptions?.signal }), callOptions?.signal)
    })
  }
  const tools = async () => {
    const p = await project()
    return (await retrying(() => client.availableTools({ params: { p } }))).tools
  }
  return {
    tools,
    call,
    functions: async () => {
      const listed = await tools()
      const names = createToolNames(listed)
      return Object.fromEntries(listed.map(({ name }): [string, ToolFunction] => [names.offered(name), (...given) => call(name, ...given)]))
    },
    aiTools: async ({ callIdOf } = {}) =>
      createAiTools(await tools(), async (name, input, { toolCallId, abortSignal }) =>
        outcomeOf(await begin(name, input as ToolParams, { signal: abortSignal, callId: callIdOf?.(toolCallId) })),
      ),
  }
}
