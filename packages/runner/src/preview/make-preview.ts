// The preview that the server asked for, or why there is none.
import type { Client } from '@countersign/client'
import { type ExecutionId, Failure, type PreviewBody, type ProjectId } from '@countersign/protocol'
import type { RulesHere } from '../clearance/judge-again.ts'
import { tellError } from '../execute/failed-result.ts'
import type { Machine } from '../execute/hosts.ts'
import { readInput, requireTool } from '../execute/read-input.ts'
import { type Params, resolveBodies } from '../execute/resolve-bodies.ts'
import type { Logger } from '../ports/logger.ts'
import { showChange } from './show-change.ts'

export interface PreviewPorts extends RulesHere {
  readonly client: Client
  readonly projectId: ProjectId
  readonly machine: Machine
  readonly logger: Logger
}

export interface CallToShow {
  readonly tool_id: ExecutionId
  readonly tool_name: string
  readonly tool_params: Params
}

export async function makePreview(ports: PreviewPorts, call: CallToShow, signal: AbortSignal): Promise<PreviewBody> {
  try {
    return await show(ports, call, signal)
  } catch (error) {
    if (!(error instanceof Failure) && signal.aborted) throw error
    return tellError(error, ports.logger, { tool_id: call.tool_id, tool_name: call.tool_name })
  }
}

async function show(ports: PreviewPorts, call: CallToShow, signal: AbortSignal): Promise<PreviewBody> {
  const tool = requireTool(call.tool_name)
  const input = readInput(tool, await resolveBodies(ports.client, ports.projectId, call.tool_params))
  return showChange(ports, { tool, input, signal })
}
