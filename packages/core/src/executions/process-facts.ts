// What a text typed into a process is judged by: the call that started the process, and what reads there now.
import type { ProcessFacts } from '@countersign/policy'
import type { ProjectId, SessionId } from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import type { Core } from '../work/core.ts'

export interface OwnedProcess extends ProcessFacts {
  readonly session_id: SessionId
}

export type FindProcess = (name: string) => OwnedProcess | undefined

interface CallToProcess {
  readonly project_id: ProjectId
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
}

/** Empty for a tool that types into no process. */
export async function loadProcessFacts(core: Core, call: CallToProcess): Promise<{ readonly findProcess?: FindProcess }> {
  if (!findTool(call.tool_name)?.uses.includes('persistent:write')) return {}
  const { process_id } = call.tool_params
  const found = typeof process_id === 'string' ? await findRunning(core, call.project_id, process_id) : undefined
  return { findProcess: (name) => (name === process_id ? found : undefined) }
}

const findRunning = (core: Core, project: ProjectId, name: string): Promise<OwnedProcess | undefined> =>
  core.store.read(async (tx) => {
    const runner = await tx.runners.get(project)
    const report = runner?.processes.findLast(({ process_id, running }) => running && process_id === name)
    const execution = report && (await tx.executions.get(report.tool_id))
    if (!execution || execution.project_id !== project) return undefined
    const { command, cwd } = execution.tool_params
    return {
      key: execution.id,
      session_id: execution.session_id,
      line: typeof command === 'string' ? command : '',
      cwd: typeof cwd === 'string' ? cwd : '.',
      ...(report.waiting && { into: report.waiting.into }),
    }
  })
