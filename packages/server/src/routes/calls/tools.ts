// Calling tools and reading the results.
import { type AgentDetails, agentName, callViewOf, executionViewOf, hasRole, type Principal } from '@countersign/core'
import { type Execution, sentence } from '@countersign/protocol'
import { findById, projectOfCall } from '../../access/access.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'
import { readOutput } from '../../outputs/live-output.ts'
import { listTools } from '../../tools/list-tools.ts'
import { isStillRunning } from './processes.ts'

type ToolHandlers = Pick<Handlers, 'availableTools' | 'execute' | 'getExecution' | 'getOutput' | 'cancelExecution' | 'undoExecution'>

export function createToolHandlers({ engine, access, waits }: Pick<AppContext, 'engine' | 'access' | 'waits'>): ToolHandlers {
  /** The caller gets the raw result, and an agent also the text for its model. A person sees other calls in masked form. */
  const shownTo = async (principal: Principal, execution: Execution): Promise<[result: unknown, told?: AgentDetails]> => {
    if (execution.agent !== agentName(principal)) return [execution.result]
    const result = await engine.rawResult(execution)
    if (!hasRole(principal, 'agent')) return [result]
    const operator_change = await engine.operatorsChange(execution)
    return [result, { report: await engine.report(execution, result), ...(operator_change && { operator_change }) }]
  }

  return {
    availableTools: async ({ params, principal }) => {
      const project = await access.project(principal, params.p)
      const tools = listTools(engine, principal, await engine.read((tx) => tx.runners.get(project.id)))
      return { success: true, tools, total_count: tools.length }
    },
    execute: async ({ body, principal, signedInUntil }, reply) => {
      const { wait_seconds: seconds, project_id, ...call } = body
      const project = await projectOfCall(engine, access, principal, body)
      const requested = await engine.request(principal, project, call)
      const execution = await waits.during({ reply: reply.raw, expiresAt: signedInUntil }, (signal) =>
        engine.wait(requested, { seconds, for: 'question', signal }),
      )
      return called(execution, ...(await shownTo(principal, execution)))
    },
    getExecution: async ({ params, query, principal, signedInUntil }, reply) => {
      const found = await findById<Execution>(engine, principal, 'execution', (tx) => tx.executions.get(params.id))
      const execution = await waits.during({ reply: reply.raw, expiresAt: signedInUntil }, (signal) =>
        engine.wait(found, { seconds: query.wait_seconds, for: 'end', signal }),
      )
      return { success: true, ...executionViewOf(execution, ...(await shownTo(principal, execution))) }
    },
    getOutput: async ({ params, query, principal }) => {
      const execution = await access.execution(principal, params.p, params.id)
      const printsOn = await engine.read((tx) => isStillRunning(tx, execution))
      return readOutput(engine.outputs, execution, { after: query.after, printsOn })
    },
    cancelExecution: async ({ params, principal }) => {
      const execution = await access.execution(principal, params.p, params.id)
      return { ...callViewOf(await engine.cancel(execution, sentence('subject.operator-stopped'))), success: true }
    },
    undoExecution: async ({ params, query, principal, signedInUntil }, reply) => {
      const project = await access.project(principal, params.p)
      const undoing = await engine.undo(principal, project, await access.execution(principal, params.p, params.id))
      const wait = (signal: AbortSignal) => engine.wait(undoing, { seconds: query.wait_seconds, for: 'end', signal })
      return called(await waits.during({ reply: reply.raw, expiresAt: signedInUntil }, wait))
    },
  }
}

/** The reply to the caller. `success` is false if the call failed or was refused. */
const called = (...[execution, ...told]: Parameters<typeof callViewOf>) => ({
  success: execution.error === null,
  ...callViewOf(execution, ...told),
})
