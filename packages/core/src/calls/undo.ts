// Undo restores what one execution changed. It is an execution of its own, called by the person and run by the runner, which keeps the
// earlier state. The server refuses what it knows to be impossible.
import { type Execution, Failure, type Project, sentence } from '@countersign/protocol'
import { changesFiles, findTool } from '@countersign/tools'
import type { Core, Principal } from '../work/core.ts'
import { requestCall } from './request.ts'

export const UNDO = 'undo'

export async function undoExecution(core: Core, principal: Principal, project: Project, execution: Execution): Promise<Execution> {
  refuseImpossible(execution)
  return requestCall(core, principal, project, { tool_name: UNDO, tool_params: { tool_id: execution.id } })
}

function refuseImpossible({ status, tool_name, undone_by }: Execution): void {
  if (!canBeUndone(tool_name))
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.cannot-be-undone', { tool: tool_name }) })
  if (status !== 'completed')
    throw new Failure('INVALID_ARGUMENTS', {
      subject: sentence('subject.undo-only-completed', { status: sentence(`status.${status}`) }),
      status,
    })
  if (undone_by) throw new Failure('ALREADY_SETTLED', { subject: sentence('subject.undone-already', { call: undone_by }), undone_by })
}

function canBeUndone(toolName: string): boolean {
  const tool = findTool(toolName)
  return tool !== undefined && !tool.forOperator && changesFiles(tool)
}
